package io.zenith.datasets;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// The rows of [GeneratedSet#IMAGES]: the prototype of the class, with some of another class mixed
/// in, moved by up to two pixels, dimmed, and with noise.
///
/// The prototypes do not depend on the seed, so that a model trained on one seed can be tested on
/// another.
final class ImageGenerator implements Generator {
  static final int SIDE = 28;
  static final int PIXELS = SIDE * SIDE;
  static final int CLASSES = 10;

  /// Weights are in 256ths. Where the other class gets more than half, even a perfect model errs:
  /// 135 makes that 1 image in 20, and softmax regression about 90 % right.
  private static final int OTHER_WEIGHT_MAX = 135;

  /// Full brightness is 256.
  private static final int BRIGHTNESS_MIN = 154;

  /// Noise is the sum of two bytes less their mean, deviation 104, scaled by 102/256 to 42.
  private static final int NOISE_SCALE = 102;

  private final ImagePrototypes prototypes = new ImagePrototypes();
  private final CounterRandom samples;
  private final CounterRandom noise;

  ImageGenerator(long seed) {
    samples = new CounterRandom(seed, 0);
    noise = new CounterRandom(seed, 1);
  }

  @Override
  public Schema schema() {
    FieldType bytes = FieldType.notNullable(new ArrowType.Int(8, false));
    FieldType pixels = FieldType.notNullable(new ArrowType.FixedSizeList(PIXELS));
    Field item = new Field("item", bytes, null);
    return new Schema(
        List.of(new Field("image", pixels, List.of(item)), new Field("label", bytes, null)));
  }

  /// A batch takes 3.2 MB.
  @Override
  public int batchRows() {
    return 4_096;
  }

  @Override
  public void fill(VectorSchemaRoot batch, long firstRow, int rows) {
    FixedSizeListVector image = (FixedSizeListVector) batch.getVector("image");
    UInt1Vector label = (UInt1Vector) batch.getVector("label");
    FieldVector pixels = image.getDataVector();
    image.setInitialCapacity(rows);
    image.allocateNew();
    image.setValueCount(rows);
    ArrowBuf target = pixels.getDataBuffer();
    byte[] scratch = new byte[PIXELS];
    for (int at = 0; at < rows; at++) {
      long row = firstRow + at;
      int theClass = classOf(row);
      draw(row, theClass, scratch);
      target.setBytes((long) at * PIXELS, scratch);
      image.setNotNull(at);
      label.setSafe(at, theClass);
    }
    pixels.getValidityBuffer().setOne(0, (long) rows * PIXELS / Byte.SIZE);
  }

  private int classOf(long row) {
    return samples.below(CLASSES, row, 0);
  }

  private void draw(long row, int theClass, byte[] pixels) {
    int other = (theClass + 1 + samples.below(CLASSES - 1, row, 1)) % CLASSES;
    int otherWeight = samples.below(OTHER_WEIGHT_MAX + 1, row, 2);
    int brightness = BRIGHTNESS_MIN + samples.below(256 - BRIGHTNESS_MIN + 1, row, 3);
    int dx = samples.below(2 * ImagePrototypes.MARGIN + 1, row, 4);
    int dy = samples.below(2 * ImagePrototypes.MARGIN + 1, row, 5);
    for (int at = 0; at < PIXELS; at++) {
      int x = at % SIDE + dx;
      int y = at / SIDE + dy;
      int mixed =
          (256 - otherWeight) * prototypes.pixel(theClass, x, y)
              + otherWeight * prototypes.pixel(other, x, y);
      int value = ((mixed * brightness) >> 16) + noise(row, at);
      pixels[at] = (byte) Math.clamp(value, 0, 255);
    }
  }

  /// Four pixels share the 64 bits of one draw.
  private int noise(long row, int at) {
    long bits = noise.bits(row, at / 4) >>> (at % 4 * 16);
    int twoBytes = (int) (bits & 0xFF) + (int) (bits >>> 8 & 0xFF);
    return (twoBytes - 255) * NOISE_SCALE / 256;
  }
}
