package io.zenith.schema;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The fields of a dataset, in order, with the metadata of its writer.
///
/// @param fields the columns
/// @param metadata key-value pairs of the writer, in their order
public record Schema(List<Field> fields, Map<String, String> metadata) {

  /// How many columns [#toString()] names, so that it stays within 20 lines.
  private static final int PRINTED = 17;

  /// Copies both.
  public Schema {
    fields = List.copyOf(fields);
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /// A schema without metadata.
  public static Schema of(Field... fields) {
    return new Schema(List.of(fields), Map.of());
  }

  /// One line a column, at most 20 lines.
  @Override
  public String toString() {
    String columns =
        fields.stream().limit(PRINTED).map(field -> "  " + field).collect(Collectors.joining("\n"));
    String more = fields.size() > PRINTED ? "\n  ... " + (fields.size() - PRINTED) + " more" : "";
    return "Schema of "
        + fields.size()
        + " columns"
        + (fields.isEmpty() ? "" : "\n")
        + columns
        + more;
  }
}
