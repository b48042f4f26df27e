package io.zenith.image;

import io.zenith.FixedSizeListColumn;
import io.zenith.RandomTransform;
import io.zenith.RowRandom;
import io.zenith.Rows;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Mirrors left and right in one of two cases.
///
/// @see Augment#flip(String)
final class Flip implements RandomTransform {
  private final String column;

  Flip(String column) {
    this.column = column;
  }

  /// The same columns.
  ///
  /// @throws IllegalArgumentException if there is no such column, or it has no images
  @Override
  public Schema output(Schema input) {
    ImageShape.of(Columns.images(input, column));
    return input;
  }

  @Override
  public void apply(Rows rows, RowRandom random) {
    FixedSizeListColumn images = rows.in().column(column, FixedSizeListColumn.class);
    Field field = images.field();
    ImageShape shape = ImageShape.of(field);
    boolean floats = ImageShape.element(field).equals(Columns.FLOAT32);
    int pixel = shape.channels() * (floats ? Float.BYTES : 1);
    MemorySegment out = rows.out(column);
    byte[] line = new byte[shape.width() * pixel];
    byte[] mirrored = new byte[line.length];
    for (int row = 0; row < rows.count(); row++) {
      if (images.isNull(row) || random.at(row).nextLong() >= 0) {
        continue;
      }
      MemorySegment image = Columns.values(images, row);
      long start = row * image.byteSize();
      for (long at = 0; at < image.byteSize(); at += line.length) {
        MemorySegment.copy(image, ValueLayout.JAVA_BYTE, at, line, 0, line.length);
        mirror(line, mirrored, pixel);
        MemorySegment.copy(mirrored, 0, out, ValueLayout.JAVA_BYTE, start + at, line.length);
      }
    }
  }

  private static void mirror(byte[] line, byte[] mirrored, int pixel) {
    int to = line.length;
    for (int from = 0; from < line.length; from += pixel) {
      to -= pixel;
      for (int i = 0; i < pixel; i++) {
        mirrored[to + i] = line[from + i];
      }
    }
  }

  /// The column.
  @Override
  public String toString() {
    return "'" + column + "'";
  }
}
