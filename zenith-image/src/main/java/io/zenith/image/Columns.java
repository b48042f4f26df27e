package io.zenith.image;

import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Finds columns of schemas, and the values of single images.
final class Columns {
  static final DataType UINT8 = new DataType.Int(8, false);
  static final DataType FLOAT32 = new DataType.FloatingPoint(32);

  private Columns() {}

  /// The place of a column.
  ///
  /// @throws IllegalArgumentException if none, or several, have the name
  static int find(Schema schema, String name) {
    List<String> names = schema.fields().stream().map(Field::name).toList();
    int place = names.indexOf(name);
    if (place < 0 || place != names.lastIndexOf(name)) {
      throw new IllegalArgumentException(
          (place < 0 ? "no column '" : "several columns '") + name + "'; columns: " + names);
    }
    return place;
  }

  /// A schema with another column at a place.
  static Schema with(Schema schema, int place, Field field) {
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.set(place, field);
    return new Schema(fields, schema.metadata());
  }

  /// A column of images of `uint8` or `float32`.
  ///
  /// @throws IllegalArgumentException if there is no such column
  static Field images(Schema schema, String name) {
    Field field = schema.fields().get(find(schema, name));
    DataType element = ImageShape.element(field);
    if (!element.equals(UINT8) && !element.equals(FLOAT32)) {
      throw new IllegalArgumentException(
          "column '" + name + "' is " + field.type() + "; expected images of uint8 or float32");
    }
    return field;
  }

  /// The values of the image at a row.
  ///
  /// @throws IllegalArgumentException if there is a null among them
  static MemorySegment values(FixedSizeListColumn images, int row) {
    Column values = images.get(row);
    while (values instanceof FixedSizeListColumn list) {
      requireNoNulls(list, images);
      values = list.elements();
    }
    requireNoNulls(values, images);
    return values instanceof FloatColumn floats
        ? floats.segment()
        : ((ByteColumn) values).segment();
  }

  private static void requireNoNulls(Column values, FixedSizeListColumn images) {
    if (values.nullCount() > 0) {
      throw new IllegalArgumentException(
          "column '" + images.field().name() + "' has a null inside of an image");
    }
  }
}
