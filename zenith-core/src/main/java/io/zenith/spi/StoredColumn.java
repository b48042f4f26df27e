package io.zenith.spi;

import java.util.List;

/// How a column of a split is stored, for people who look at a file.
///
/// @param path its name; for a field inside of others the names on the way, joined by dots
/// @param codec what its bytes are compressed with, such as `SNAPPY`
/// @param encodings how its values are encoded, by the names that the format has
/// @param bytes how many bytes of the file it takes
/// @param plainBytes how many it would without the codec
/// @param extras what the file has besides to find values by, such as `statistics`
public record StoredColumn(
    String path,
    String codec,
    List<String> encodings,
    long bytes,
    long plainBytes,
    List<String> extras) {

  /// Copies the lists.
  public StoredColumn {
    encodings = List.copyOf(encodings);
    extras = List.copyOf(extras);
  }
}
