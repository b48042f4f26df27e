package io.zenith.spi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.util.List;

/// A place where files are: the local file system, an object store.
///
/// Implementations are found by [java.util.ServiceLoader], hold no state that needs closing, and
/// are safe to use from many threads at once.
public interface Storage {

  /// Whether this storage serves URIs of the given scheme, such as `file`.
  boolean serves(String scheme);

  /// The files that a location names: the file itself, all files under a folder, or those that
  /// match a glob (`*`, `?`, `[a-z]`, `{a,b}`, `**` across folders).
  ///
  /// Hidden files (`.x`, `_x`) are left out of folders and globs. The order means nothing.
  ///
  /// @param location a URI whose path may hold a glob; its query, if it has one, belongs in no
  ///   message
  /// @throws IOException if the listing fails or nothing is there
  List<StoredFile> list(URI location) throws IOException;

  /// Whether opening and reading files is mostly waiting for others, as for an object store. Then
  /// many reads wait at a time; else files are read by the threads that decode them.
  boolean isRemote();

  /// Opens a file for as long as the arena lives.
  ///
  /// @param file a file that this storage listed
  /// @param arena a shared arena that owns everything the opened file holds
  /// @throws IOException if it cannot be opened, or is no longer the version that was listed
  InputFile open(StoredFile file, Arena arena) throws IOException;

  /// This storage, which tells a listener of each request that it makes as well. They share
  /// connections, and what else they keep.
  ///
  /// Returns this one where there are no requests, as for local files.
  default Storage telling(RequestListener listener) {
    return this;
  }
}
