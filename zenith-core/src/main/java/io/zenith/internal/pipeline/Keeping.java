package io.zenith.internal.pipeline;

import org.jspecify.annotations.Nullable;

/// What becomes of splits once they are read.
///
/// @param remake makes others of the record batches of whole splits, if there is something to make
/// @param cache keeps them in memory, if there is one
/// @param store keeps them on a disk, if there is one
/// @param <T> a record batch, as bound for the consumer
public record Keeping<T>(
    @Nullable Remake<T> remake, @Nullable SplitCache<T> cache, @Nullable SplitStore<T> store) {

  /// They are delivered, and forgotten.
  public static <T> Keeping<T> nothing() {
    return new Keeping<>(null, null, null);
  }
}
