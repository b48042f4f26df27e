package io.zenith.parquet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/// The ways in which the column chunks of a file are stored. There may be very many chunks, but
/// mostly few ways.
final class StoredKinds {
  private final Map<Key, Stored.How> known = new HashMap<>();

  /// What a way is known by.
  private record Key(
      @Nullable CompressionCodec codec,
      List<Encoding> encodings,
      boolean hasBounds,
      boolean hasIndex,
      boolean hasFilter) {

    private Stored.How how() {
      List<String> extras = new ArrayList<>();
      if (hasBounds) {
        extras.add("statistics");
      }
      if (hasIndex) {
        extras.add("page index");
      }
      if (hasFilter) {
        extras.add("Bloom filter");
      }
      List<String> names = encodings.stream().map(String::valueOf).distinct().sorted().toList();
      return new Stored.How(String.valueOf(codec), names, List.copyOf(extras));
    }
  }

  /// Of a chunk.
  Stored.How of(ColumnMetaData data, ChunkSummary summary) {
    return known.computeIfAbsent(
        new Key(
            data.getCodec(),
            Optional.ofNullable(data.getEncodings()).orElse(List.of()),
            summary.bounds().isPresent(),
            summary.columnIndex().isPresent(),
            summary.bloomFilter().isPresent()),
        Key::how);
  }
}
