package io.zenith.internal.cache;

import java.util.function.LongPredicate;

/// The right to write one entry, which nobody else has as long as this is open.
public final class Fill implements AutoCloseable {
  private final FolderWriter writer;
  private final CacheKey key;
  private boolean handedOver;

  Fill(FolderWriter writer, CacheKey key) {
    this.writer = writer;
    this.key = key;
  }

  /// Writes the entry, which others find when it is on the disk. Where that fails, a warning says
  /// so, and nothing is written. To be called once.
  ///
  /// @param capacity how many bytes all entries may have together
  /// @param wanted which entries must not be removed to make room, by the numbers of their keys
  /// @return whether it is on its way
  /// @throws InternalError if it is of a mapping whose file was cut
  public boolean write(Content content, long capacity, LongPredicate wanted) {
    handedOver = writer.write(key, content, capacity, wanted);
    return handedOver;
  }

  /// Gives up what is not written.
  @Override
  public void close() {
    if (!handedOver) {
      writer.endFill(key);
    }
  }
}
