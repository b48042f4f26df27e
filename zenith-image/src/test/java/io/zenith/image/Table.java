package io.zenith.image;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Datasets of one column `image`, or of several.
final class Table {
  private Table() {}

  /// Images in one file.
  static MemFolder of(Field field, List<?> values) {
    return MemFolder.of(file("a.mem", field, values));
  }

  static MemFile file(String name, Field field, List<?> values) {
    return MemFile.mapped(name, Schema.of(field))
        .split(
            new RecordBatch(0, values.size(), List.of(ArrayBuilder.plain(field.type(), values))));
  }

  /// Encoded images. Empty ones stand for nulls.
  static MemFolder ofEncoded(byte[]... images) {
    return of(Field.of("image", new DataType.Binary()), values(images));
  }

  static List<@Nullable Object> values(byte[]... images) {
    List<@Nullable Object> values = new ArrayList<>();
    for (byte[] image : images) {
      values.add(image.length == 0 ? null : Bytes.of(image));
    }
    return values;
  }

  /// Images whose values count on from a number.
  static List<Object> counting(int images, int values, boolean floats) {
    List<Object> all = new ArrayList<>();
    for (int image = 0; image < images; image++) {
      Object[] each = new Object[values];
      for (int i = 0; i < values; i++) {
        int value = (image * 7 + i) & 0xFF;
        each[i] = floats ? (Object) (float) value : (Object) (long) value;
      }
      all.add(Arrays.asList(each));
    }
    return all;
  }

  /// A column of decoded images.
  static Field decoded(int height, int width, int channels, boolean floats) {
    return ImageShape.of(height, width, channels)
        .column(Field.of("image", new DataType.Binary()), floats ? Columns.FLOAT32 : Columns.UINT8);
  }
}
