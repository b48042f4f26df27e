package io.zenith.bench;

import io.zenith.BinaryColumn;
import io.zenith.Rows;
import io.zenith.Transform;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.imageio.ImageIO;

/// Makes normalised pixels of [EncodedImages]: what costs processors in a training on images.
final class DecodeImages implements Transform {
  static final String PIXELS = "pixels";

  private static final int VALUES =
      EncodedImages.SIDE * EncodedImages.SIDE * EncodedImages.CHANNELS;
  private static final float MEAN = 127.5f;

  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public Schema output(Schema input) {
    Field value = new Field("item", new DataType.FloatingPoint(32), false, Map.of());
    Field pixels = new Field(PIXELS, new DataType.FixedSizeList(value, VALUES), false, Map.of());
    return new Schema(List.of(pixels, input.fields().get(1)), input.metadata());
  }

  @Override
  public void apply(Rows rows) {
    BinaryColumn images = rows.in().binaries(EncodedImages.IMAGE);
    MemorySegment pixels = rows.out(PIXELS);
    for (int row = 0; row < rows.count(); row++) {
      decode(images.get(row), pixels, (long) row * VALUES);
    }
  }

  /// Puts the values of one image to a place.
  static void decode(byte[] png, MemorySegment target, long at) {
    BufferedImage image;
    try {
      image = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(png)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int[] rgb =
        image.getRGB(0, 0, EncodedImages.SIDE, EncodedImages.SIDE, null, 0, EncodedImages.SIDE);
    long place = at;
    for (int pixel : rgb) {
      for (int shift = 16; shift >= 0; shift -= 8) {
        target.setAtIndex(FLOAT, place++, ((pixel >> shift & 0xFF) - MEAN) / MEAN);
      }
    }
  }

  /// How many bytes the values of an image are.
  static long bytes() {
    return (long) VALUES * Float.BYTES;
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("bench images/1");
  }
}
