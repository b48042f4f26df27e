package io.zenith.csv;

import io.zenith.schema.Schema;
import io.zenith.spi.FileSummary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How many records were left out because they have another number of fields: metadata of the
/// schema, where records may be left out.
final class Skipped {
  private static final String KEY = "csv:skipped_records";

  private Skipped() {}

  static Map<String, String> metadata(long records) {
    return Map.of(KEY, String.valueOf(records));
  }

  /// The files of one dataset, of which each says what was left out of all.
  static List<FileSummary> inAll(List<FileSummary> files) {
    long records =
        files.stream()
            .mapToLong(file -> Long.parseLong(file.schema().metadata().getOrDefault(KEY, "0")))
            .sum();
    Map<String, String> metadata = metadata(records);
    // Files that are alike share their schema.
    Map<Schema, Schema> schemas = new HashMap<>();
    return files.stream()
        .map(file ->
            new FileSummary(
                schemas.computeIfAbsent(
                    file.schema(), schema -> new Schema(schema.fields(), metadata)),
                file.splits()))
        .toList();
  }
}
