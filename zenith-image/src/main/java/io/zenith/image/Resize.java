package io.zenith.image;

import io.zenith.FixedSizeListColumn;
import io.zenith.Rows;
import io.zenith.Transform;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;

/// Makes images of another size, as [Decode] does: interpolated where they grow, averaged where
/// they shrink. Nulls stay null.
///
/// The images are `uint8` or `float32` values of one shape, `[height, width, channels]` or
/// `[height, width]`: tensors of fixed shape, or fixed-size lists of fixed-size lists. They become
/// tensors of fixed shape.
public final class Resize implements Transform {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final String column;
  private final int height;
  private final int width;

  private Resize(String column, int height, int width) {
    this.column = column;
    this.height = height;
    this.width = width;
  }

  /// To so many lines of so many pixels each. Height and width are scaled each by itself.
  ///
  /// @throws IllegalArgumentException if a side is below 1, or an image has 2^31 values or more
  public static Resize to(String column, int height, int width) {
    ImageShape.of(height, width, 1);
    return new Resize(column, height, width);
  }

  /// The same columns, with tensors of the new shape for this one.
  ///
  /// @throws IllegalArgumentException if there is no such column, it has no images of `uint8` or
  ///   `float32`, or such an image would have 2^31 values or more
  @Override
  public Schema output(Schema input) {
    Field field = Columns.images(input, column);
    Field resized =
        ImageShape.of(field).sized(height, width).column(field, ImageShape.element(field));
    return Columns.with(input, Columns.find(input, column), resized);
  }

  @Override
  public void apply(Rows rows) {
    FixedSizeListColumn images = rows.in().column(column, FixedSizeListColumn.class);
    ImageShape from = ImageShape.of(images.field());
    ImageShape to = from.sized(height, width);
    boolean floats = ImageShape.element(images.field()).equals(Columns.FLOAT32);
    MemorySegment out = rows.out(column);
    Scaler scaler = new Scaler();
    for (int row = 0; row < rows.count(); row++) {
      if (images.isNull(row)) {
        continue;
      }
      MemorySegment image = Columns.values(images, row);
      long at = (long) row * to.size();
      if (floats) {
        float[] made = scaler.scale(image.toArray(FLOAT), from, to);
        MemorySegment.copy(made, 0, out, FLOAT, at * Float.BYTES, made.length);
      } else {
        byte[] made = scaler.scale(image.toArray(ValueLayout.JAVA_BYTE), from, to);
        MemorySegment.copy(made, 0, out, ValueLayout.JAVA_BYTE, at, made.length);
      }
    }
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("resize-image/1 " + this);
  }

  /// Column and size.
  @Override
  public String toString() {
    return "'" + column + "' to " + height + " x " + width;
  }
}
