package io.zenith.parquet;

import io.zenith.parquet.VariantType.Group;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.List;
import java.util.Map;

/// What a variant is put together from.
///
/// @param metadata which field of its struct has the names of fields
/// @param root the whole value
/// @param names of all fields that have columns of their own, in UTF-8
record VariantLayout(int metadata, Group root, List<byte[]> names) {
  static final String METADATA = "metadata";
  static final String VALUE = "value";

  /// What is delivered, whatever it is put together from.
  static final DataType TYPE = new DataType.Struct(List.of(field(METADATA), field(VALUE)));

  /// What is delivered is such an extension type of Arrow.
  static final Map<String, String> EXTENSION =
      Map.of("ARROW:extension:name", "arrow.parquet.variant", "ARROW:extension:metadata", "");

  private static Field field(String name) {
    return new Field(name, new DataType.Binary(), false, Map.of());
  }
}
