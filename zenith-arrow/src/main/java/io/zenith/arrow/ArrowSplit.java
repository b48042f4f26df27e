package io.zenith.arrow;

import io.zenith.spi.Projection;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import java.util.List;

/// One record batch of a file.
///
/// @param file the file
/// @param number its number in the file, from 0
/// @param size its rows and what its nodes take when they are decompressed
/// @param layout which nodes its columns have
/// @param fetchedBytes how much memory the bytes of all columns take; 0 for a mapped file
/// @param hash SHA-256 of the footer, or of the headers of a stream's messages
record ArrowSplit(
    StoredFile file, int number, BatchSize size, BatchLayout layout, long fetchedBytes, String hash)
    implements Split {

  @Override
  public long rows() {
    return size.rows();
  }

  @Override
  public long decodedBytes(List<Projection> columns) {
    return size.decodedBytes().isEmpty()
        ? fetchedBytes
        : Math.addExact(fetchedBytes, size.decoded(layout.columns(columns)));
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
