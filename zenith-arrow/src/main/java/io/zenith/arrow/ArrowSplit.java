package io.zenith.arrow;

import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import java.util.List;

/// One record batch of a file.
///
/// @param file the file
/// @param number its number in the file, from 0
/// @param rows how many rows it has
/// @param fetchedBytes how much memory the bytes of all columns take; 0 for a mapped file
/// @param decodedBytes how much each column takes besides when it is decompressed; empty if nothing
///   is compressed
/// @param hash SHA-256 of the footer, or of the headers of a stream's messages
record ArrowSplit(
    StoredFile file, int number, long rows, long fetchedBytes, List<Long> decodedBytes, String hash)
    implements Split {

  /// Copies the list.
  ArrowSplit {
    decodedBytes = List.copyOf(decodedBytes);
  }

  @Override
  public long decodedBytes(List<Integer> columns) {
    if (decodedBytes.isEmpty()) {
      return fetchedBytes;
    }
    return columns.stream().mapToLong(decodedBytes::get).reduce(fetchedBytes, Math::addExact);
  }

  /// The footer, or the headers, name type, place and size of everything, so their hash and a
  /// number tell record batches apart.
  @Override
  public String identity() {
    return hash + "#" + number;
  }

  @Override
  public boolean randomAccess() {
    return true;
  }

  @Override
  public String toString() {
    return file + ", record batch " + number;
  }
}
