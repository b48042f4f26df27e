package io.zenith.arrow;

import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import java.util.List;

/// One record batch of a file.
///
/// @param file the file
/// @param number its number in the file, from 0
/// @param rows how many rows it has
/// @param copiedBytes how much memory a read of all columns takes; 0 for a mapped file
/// @param hash SHA-256 of the footer, or of the headers of a stream's messages
record ArrowSplit(StoredFile file, int number, long rows, long copiedBytes, String hash)
    implements Split {

  @Override
  public long decodedBytes(List<Integer> columns) {
    return copiedBytes;
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
