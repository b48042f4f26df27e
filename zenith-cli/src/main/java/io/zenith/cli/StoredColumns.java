package io.zenith.cli;

import io.zenith.spi.Split;
import io.zenith.spi.StoredColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeSet;

/// How a column is stored in all splits together.
///
/// @param codecs what it is compressed with, in any split
/// @param encodings how its values are encoded, in any split
/// @param bytes of the files
/// @param plainBytes without the codecs
/// @param extras what there is to find values by, in any split
record StoredColumns(
    String path,
    SequencedSet<String> codecs,
    SequencedSet<String> encodings,
    long bytes,
    long plainBytes,
    SequencedSet<String> extras) {

  /// The columns of some splits, in the order in which they come.
  static List<StoredColumns> of(List<Split> splits) {
    Map<String, StoredColumns> found = new LinkedHashMap<>();
    for (Split split : splits) {
      for (StoredColumn column : split.storedColumns()) {
        found.merge(column.path(), of(column), StoredColumns::plus);
      }
    }
    return new ArrayList<>(found.values());
  }

  private static StoredColumns of(StoredColumn column) {
    return new StoredColumns(
        column.path(),
        new TreeSet<>(List.of(column.codec())),
        new TreeSet<>(column.encodings()),
        column.bytes(),
        column.plainBytes(),
        new TreeSet<>(column.extras()));
  }

  private StoredColumns plus(StoredColumns other) {
    codecs.addAll(other.codecs);
    encodings.addAll(other.encodings);
    extras.addAll(other.extras);
    return new StoredColumns(
        path, codecs, encodings, bytes + other.bytes, plainBytes + other.plainBytes, extras);
  }
}
