package io.zenith;

import io.zenith.internal.ByteSize;

/// Memory of a loader in which what was read and decoded stays for the epochs that follow.
///
/// What fits stays until the loader is closed, the rest is read again in each epoch. The order of
/// the rows, receipts and checkpoints do not depend on it. It is part of the memory budget. Files
/// of which something is kept stay mapped.
///
/// A loader of several epochs over less than 100 MiB has one without being asked.
///
/// @see DataLoader.Builder#cache(MemoryCache)
public final class MemoryCache {
  private final long bytes;

  private MemoryCache(long bytes) {
    this.bytes = bytes;
  }

  /// A cache of at most this size.
  ///
  /// @param size such as `512 MiB` or a number of bytes
  /// @throws IllegalArgumentException if it is no size
  public static MemoryCache of(String size) {
    return new MemoryCache(ByteSize.parse(size));
  }

  /// A loader without any cache, also where it would have one by default.
  public static MemoryCache none() {
    return new MemoryCache(0);
  }

  long bytes() {
    return bytes;
  }

  /// The size.
  @Override
  public String toString() {
    return bytes == 0 ? "no memory cache" : "memory cache of " + ByteSize.text(bytes);
  }
}
