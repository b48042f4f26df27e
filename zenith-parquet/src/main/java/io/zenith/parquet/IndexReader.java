package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Reads indices of a dictionary, and checks them.
///
/// The source: Apache Parquet, `Encodings.md`, "Dictionary Encoding": a byte with the width, then
/// runs.
final class IndexReader {
  /// So many are read at a time.
  static final int BATCH = 1024;

  private final RunReader runs;
  private final int size;
  private final Place place;

  /// The indices that were read last.
  final int[] indices = new int[BATCH];

  /// @param values of a data page
  /// @param size of the dictionary
  IndexReader(MemorySegment values, int size, Place place) {
    // A page of nulls may have no values at all, not even a width.
    int bits = values.byteSize() == 0 ? 0 : values.get(Numbers.BYTE, 0) & 0xFF;
    MemorySegment packed = values.byteSize() == 0 ? values : values.asSlice(1);
    this.runs = new RunReader(packed, bits, place);
    this.size = size;
    this.place = place;
  }

  /// Passes over indices, which are not checked.
  void skip(int count) {
    runs.skip(count);
  }

  /// Reads at most [#BATCH] indices.
  void read(int count) {
    runs.read(indices, count);
    int least = 0;
    int most = 0;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, indices[i]);
      most = Math.max(most, indices[i]);
    }
    if (least < 0 || most >= size) {
      throw place.malformed(
          "index " + Integer.toUnsignedString(least < 0 ? least : most), "less than " + size);
    }
  }
}
