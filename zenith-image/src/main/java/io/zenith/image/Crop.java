package io.zenith.image;

import io.zenith.FixedSizeListColumn;
import io.zenith.RandomTransform;
import io.zenith.RowRandom;
import io.zenith.Rows;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/// Cuts a part of each image at random.
///
/// @see Augment#crop(String, int, int, int)
final class Crop implements RandomTransform {
  private static final int MOST_PADDING = 1 << 16;

  private final String column;
  private final int height;
  private final int width;
  private final int padding;

  Crop(String column, int height, int width, int padding) {
    ImageShape.of(height, width, 1);
    if (padding < 0 || padding > MOST_PADDING) {
      throw new IllegalArgumentException("padding of " + padding + "; 0 to " + MOST_PADDING);
    }
    this.column = column;
    this.height = height;
    this.width = width;
    this.padding = padding;
  }

  /// The same columns, with tensors of the new shape for this one.
  ///
  /// @throws IllegalArgumentException if there is no such column, or it has no images, or smaller
  ///   ones
  @Override
  public Schema output(Schema input) {
    Field field = Columns.images(input, column);
    ImageShape from = ImageShape.of(field);
    if (spare(from.height(), height) < 0 || spare(from.width(), width) < 0) {
      throw new IllegalArgumentException(
          "a crop of "
              + height
              + " x "
              + width
              + " from images of "
              + from
              + (padding == 0 ? "" : " padded by " + padding)
              + " in column '"
              + column
              + "'; at most as large as they are");
    }
    return Columns.with(
        input,
        Columns.find(input, column),
        from.sized(height, width).column(field, ImageShape.element(field)));
  }

  /// How many lines or pixels are left over.
  private long spare(int from, int to) {
    return from + 2L * padding - to;
  }

  @Override
  public void apply(Rows rows, RowRandom random) {
    FixedSizeListColumn images = rows.in().column(column, FixedSizeListColumn.class);
    Field field = images.field();
    ImageShape from = ImageShape.of(field);
    boolean floats = ImageShape.element(field).equals(Columns.FLOAT32);
    long pixel = (long) from.channels() * (floats ? Float.BYTES : 1);
    long size = height * (width * pixel);
    MemorySegment out = rows.out(column);
    for (int row = 0; row < rows.count(); row++) {
      if (images.isNull(row)) {
        continue;
      }
      RandomGenerator drawn = random.at(row);
      int top = below(spare(from.height(), height) + 1, drawn.nextLong()) - padding;
      int left = below(spare(from.width(), width) + 1, drawn.nextLong()) - padding;
      MemorySegment made = out.asSlice(row * size, size);
      if (padding > 0) {
        made.fill((byte) 0);
      }
      cut(Columns.values(images, row), from, top, left, pixel, made);
    }
  }

  private static int below(long bound, long word) {
    return (int) Math.unsignedMultiplyHigh(word, bound);
  }

  /// Copies what lies within the image.
  private void cut(
      MemorySegment image, ImageShape from, int top, int left, long pixel, MemorySegment made) {
    int firstLine = Math.max(0, -top);
    int endLine = Math.min(height, from.height() - top);
    int first = Math.max(0, -left);
    long bytes = (Math.min(width, from.width() - left) - first) * pixel;
    for (int line = firstLine; line < endLine && bytes > 0; line++) {
      long source = ((long) (top + line) * from.width() + left + first) * pixel;
      MemorySegment.copy(image, source, made, ((long) line * width + first) * pixel, bytes);
    }
  }

  /// Column, size and padding.
  @Override
  public String toString() {
    return "'"
        + column
        + "' to "
        + height
        + " x "
        + width
        + (padding == 0 ? "" : ", padded by " + padding);
  }
}
