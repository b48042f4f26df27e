package io.zenith.internal.pipeline;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Splits that were read, in the memory in which they were decoded, for the epochs that follow.
/// What fits stays until the loader is closed: with rows in random order, making room for others
/// would throw away what is needed next as likely as not.
///
/// @param <T> a record batch, as bound for the consumer
public final class SplitCache<T> {
  /// The most files of which it keeps splits: these stay mapped, of which a process may have some
  /// 65,000 on Linux.
  public static final int MOST_FILES = 8192;

  private final long capacity;
  private final Budget budget;
  private final IdentityHashMap<FileSplit, List<T>> splits = new IdentityHashMap<>();
  private final Set<Integer> files = new HashSet<>();
  private long taken;

  /// An empty cache.
  ///
  /// @param capacity in bytes, which the budget has reserved
  public SplitCache(long capacity, Budget budget) {
    this.capacity = capacity;
    this.budget = budget;
  }

  /// The record batches of a split, if they are kept.
  synchronized @Nullable List<T> get(FileSplit split) {
    return splits.get(split);
  }

  /// Keeps a split, if there is room: then its block is never given back, and its file stays in
  /// use.
  ///
  /// @return whether it is kept
  boolean keep(FileSplit split, List<T> batches, Block block) {
    boolean kept = add(split, batches, block);
    if (kept) {
      // Others may be granted then, and whoever waits for that asks this what it has.
      budget.keep(block);
    }
    return kept;
  }

  private synchronized boolean add(FileSplit split, List<T> batches, Block block) {
    if (block.size() > capacity - taken
        || splits.containsKey(split)
        || (files.size() >= MOST_FILES && !files.contains(split.file()))) {
      return false;
    }
    taken += block.size();
    files.add(split.file());
    splits.put(split, batches);
    return true;
  }

  /// Forgets all splits: the uses of their files are the caller's to end.
  synchronized List<FileSplit> clear() {
    List<FileSplit> kept = List.copyOf(splits.keySet());
    splits.clear();
    return kept;
  }
}
