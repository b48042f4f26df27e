package io.zenith.image;

import io.zenith.Column;
import io.zenith.Rows;
import io.zenith.Transform;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes pixels of encoded images: JPEG, PNG, BMP, and the first frame of GIF.
///
/// ```java
/// loader.map(Decode.image("image", 224, 224))
/// ```
///
/// A column of binaries becomes a tensor of `uint8` of the shape `[height, width, 3]`: red, green
/// and blue from 0 to 255 of the pixels of each line, lines from the top. Nulls stay null. An image
/// of another size is scaled, each side by itself, by what Pillow calls `BILINEAR`: interpolated
/// where it grows, averaged where it shrinks. The definition stands in `docs/design/images.md`.
///
/// Values are as they are stored. Alpha is dropped, of 16 bits the upper 8 are taken, color
/// profiles and EXIF orientation are not applied, and gray is red, green and blue alike. PNG, BMP
/// and GIF give the same on every machine; the pixels of JPEG are those of the JDK's library.
///
/// An image has sides of at most 65,535, at most 2^27 pixels, and no more than its bytes can hold.
/// A value that is no such image, is cut short or corrupt stops the loader with a
/// [MalformedDataException][io.zenith.error.MalformedDataException], one that is in another format
/// with an [UnsupportedDataException][io.zenith.error.UnsupportedDataException], unless
/// [#orBlank(String)] says otherwise.
///
/// It may be used by any number of loaders and threads.
public final class Decode implements Transform {
  private static final int RGB = 3;

  private final String column;
  private final ImageShape shape;
  private final Optional<String> flag;

  private Decode(String column, ImageShape shape, Optional<String> flag) {
    this.column = column;
    this.shape = shape;
    this.flag = flag;
  }

  /// Images in colors, of one size.
  ///
  /// @param column their bytes: a column, or `image.bytes` for the field of a struct column, which
  ///   becomes the tensor
  /// @param height how many lines they get
  /// @param width pixels a line
  /// @throws IllegalArgumentException if a side is below 1, or an image has 2^31 values or more
  public static Decode image(String column, int height, int width) {
    return new Decode(column, ImageShape.of(height, width, RGB), Optional.empty());
  }

  /// The same in gray, of the shape `[height, width, 1]`: the luma of ITU-R BT.601, `(19595 red +
  /// 38470 green + 7471 blue + 32768) / 65536` without its fraction, before anything is scaled.
  /// Gray images are what they are.
  public Decode gray() {
    return new Decode(column, ImageShape.of(shape.height(), shape.width(), 1), flag);
  }

  /// Goes on where an image cannot be decoded: all of its values are 0. Which these are is said by
  /// another column, so that nobody takes them for pictures of the night.
  ///
  /// @param newColumn its name. It gets `uint8`: 1 where there is a blank for an image, else 0
  public Decode orBlank(String newColumn) {
    return new Decode(column, shape, Optional.of(newColumn));
  }

  /// The same columns, with a tensor for this one, and perhaps a column behind all that says which
  /// are blank.
  ///
  /// @throws IllegalArgumentException if there is no such column, it has no bytes, or there is a
  ///   column already of the name of the new one
  @Override
  public Schema output(Schema input) {
    EncodedColumn encoded = EncodedColumn.of(input, column);
    Field before = input.fields().get(encoded.place());
    Schema decoded = Columns.with(input, encoded.place(), shape.column(before, Columns.UINT8));
    if (flag.isEmpty()) {
      return decoded;
    }
    List<Field> fields = new ArrayList<>(decoded.fields());
    if (fields.stream().anyMatch(field -> field.name().equals(flag.get()))) {
      throw new IllegalArgumentException(
          "there is a column '" + flag.get() + "' already: name another for what is blank");
    }
    fields.add(new Field(flag.get(), Columns.UINT8, false, Map.of()));
    return new Schema(fields, decoded.metadata());
  }

  @Override
  public void apply(Rows rows) {
    EncodedColumn encoded = EncodedColumn.of(rows.in().schema(), column);
    Column images = encoded.column(rows.in());
    MemorySegment out = rows.out(images.field().name());
    flag.ifPresent(rows::out); // a column that nobody asks for is none that is made
    ImageDecoder decoder = new ImageDecoder();
    for (int row = 0; row < rows.count(); row++) {
      if (!images.isNull(row)) {
        decode(decoder, encoded.bytes(images, row), out, rows, row);
      }
    }
  }

  private void decode(
      ImageDecoder decoder, Optional<byte[]> bytes, MemorySegment out, Rows rows, int row) {
    try {
      byte[] pixels =
          decoder.decode(bytes.orElseThrow(() -> new BadImageException("null", "an image")), shape);
      MemorySegment.copy(
          pixels, 0, out, ValueLayout.JAVA_BYTE, (long) row * shape.size(), pixels.length);
    } catch (BadImageException e) {
      if (flag.isEmpty()) {
        throw e.at(rows.where(row) + ", column '" + column + "'");
      }
      rows.out(flag.get()).set(ValueLayout.JAVA_BYTE, row, (byte) 1);
    }
  }

  /// All settings, and the version of the JDK, which decides about the pixels of JPEG.
  @Override
  public Optional<String> identity() {
    return Optional.of("decode-image/1 " + this + ", JDK " + Runtime.version());
  }

  /// Column, shape, and what is done about bad images.
  @Override
  public String toString() {
    return "'"
        + column
        + "' to "
        + shape
        + flag.map(name -> ", or blank by '" + name + "'").orElse("");
  }
}
