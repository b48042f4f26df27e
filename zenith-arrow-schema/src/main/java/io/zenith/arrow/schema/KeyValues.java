package io.zenith.arrow.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.arrow.flatbuf.KeyValue;
import org.jspecify.annotations.Nullable;

/// The custom metadata of a schema or field. Of two entries with one key the later counts.
final class KeyValues {
  /// An entry takes this much in a map, besides its text.
  private static final int ENTRY_BYTES = 32;

  private KeyValues() {}

  /// Reads a vector of key-value pairs.
  ///
  /// Keys are text. Values are not always: older writers put serialised objects there. Bytes that
  /// are not UTF-8 are replaced, since a reader that does not use the entry should not fail on it.
  static Map<String, String> read(
      int length, IntFunction<KeyValue> entries, MetadataBudget budget, Place place) {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (int i = 0; i < length; i++) {
      KeyValue entry = entries.apply(i);
      ByteBuffer key = entry.keyAsByteBuffer();
      ByteBuffer value = entry.valueAsByteBuffer();
      budget.text(ENTRY_BYTES / 8 + size(key) + size(value), place);
      metadata.put(
          Flatbuffers.text(key, "metadata key", place),
          value == null ? "" : StandardCharsets.UTF_8.decode(value).toString());
    }
    return metadata;
  }

  private static int size(@Nullable ByteBuffer bytes) {
    return bytes == null ? 0 : bytes.remaining();
  }
}
