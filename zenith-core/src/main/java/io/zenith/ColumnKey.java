package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.SchemaIndex;

/// A column's place and class, checked once against the schema that a loader delivers.
///
/// Made by [DataLoader#key]; used with [Batch#get] on batches of that loader. Immutable.
///
/// @param <C> the class of the column
public final class ColumnKey<C extends Column> {
  final SchemaIndex schema;
  final int place;
  final Class<C> type;

  private ColumnKey(SchemaIndex schema, int place, Class<C> type) {
    this.schema = schema;
    this.place = place;
    this.type = type;
  }

  static <C extends Column> ColumnKey<C> of(SchemaIndex schema, String name, Class<C> type) {
    int place = schema.of(name);
    Kind kind = Kind.of(schema.schema.fields().get(place).type());
    ColumnAccess access = ColumnAccess.of(kind);
    if (access.type() != type) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "column '"
                  + name
                  + "' is "
                  + schema.schema.fields().get(place).type()
                  + ", a "
                  + access.type().getSimpleName()
                  + ", not a "
                  + type.getSimpleName()));
    }
    return new ColumnKey<>(schema, place, type);
  }

  /// Name, type and class of the column.
  @Override
  public String toString() {
    return schema.schema.fields().get(place) + " as " + type.getSimpleName();
  }
}
