package io.zenith.parquet;

import java.io.IOException;
import java.util.Optional;

/// Finds keys by what a file says of them: a name, or a key that another key has encrypted, as the
/// writer of the file and its key service agreed upon.
///
/// It is asked when a file is opened, once for each key that the file has and nobody has given, by
/// many threads at the same time if there are many files, and again when they are opened again. So
/// it keeps for itself what takes long to find.
///
/// What it is asked stands in the file, and nobody has checked it: a file that somebody has changed
/// may ask for any key, and for as many as it has columns and row groups. So what is decrypted is
/// of somebody who has a key that this gives: it should give those of writers only whose files are
/// to be read.
@FunctionalInterface
public interface KeyRetriever {
  /// Finds a key.
  ///
  /// @param metadata what the file says of the key
  /// @return the key, of 16, 24 or 32 bytes; nothing if this user may not have it, or nobody knows
  ///   it: then columns that are encrypted with it cannot be read, and others can
  /// @throws IOException if it could not be found out; then the file is not opened
  Optional<byte[]> key(byte[] metadata) throws IOException;
}
