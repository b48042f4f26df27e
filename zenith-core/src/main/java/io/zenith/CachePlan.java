package io.zenith;

import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.MemoryNeed;
import io.zenith.internal.pipeline.Remake;
import io.zenith.internal.pipeline.SplitCache;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.rows.Chunk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a loader keeps in memory, and what is done to the rows before that.
///
/// @param bytes what the cache takes of the budget
/// @param isAsked whether the user has asked for it
/// @param before what is done to the rows of splits
record CachePlan(long bytes, boolean isAsked, Transforms before) {
  /// What is kept where nobody has asked for a cache.
  private static final long DEFAULT = 100 << 20;

  private static final double MIB = 1 << 20;

  /// One part in so many is the most that a default takes, and the least that is left for batches.
  private static final int PART = 4;

  /// Memory of columns begins at multiples of it.
  private static final long ALIGNMENT = 64;

  /// Record batches that a split surely has no more of, beside one for so many rows.
  private static final long BATCHES = 8;

  private static final long BATCH_ROWS = 64;

  /// The splits with the memory of what is made of them before they are kept.
  static List<FileSplit> made(List<FileSplit> splits, Transforms before) {
    if (before.areNone()) {
      return splits;
    }
    return splits.stream()
        .map(split -> {
          double rows = split.split().rows();
          double batches = BATCHES + rows / BATCH_ROWS;
          return split.withMade(
              (long) (rows * (before.rowBytes() + 1) + batches * before.buffers() * ALIGNMENT));
        })
        .toList();
  }

  /// @param splits with what is made of them
  static CachePlan of(List<FileSplit> splits, Transforms before, LoaderOptions options) {
    double all = all(splits);
    boolean isUsed = options.epochs() > 1 || options.shuffle().kind() == ShuffleKind.GLOBAL;
    boolean isAsked = options.cache().isPresent();
    long most =
        options
            .cache()
            .map(MemoryCache::bytes)
            .orElse(Math.min(DEFAULT, options.memoryBudget() / PART));
    if (!isUsed || (!isAsked && all > most)) {
      return new CachePlan(0, isAsked, before);
    }
    return new CachePlan(all < most ? (long) all : most, isAsked, before);
  }

  /// This plan, or none if nobody has asked for it and it would be in the way of what is needed,
  /// and of what a batch may need by and by.
  CachePlan within(long budget, MemoryNeed need, long copies) {
    boolean isInTheWay = !need.fits(budget - bytes, Math.max(copies, budget / PART));
    return !isAsked && isInTheWay ? new CachePlan(0, false, before) : this;
  }

  private static double all(List<FileSplit> splits) {
    double all = 0;
    for (FileSplit split : splits) {
      all += split.rows().count() == 0 ? 0 : (double) Budget.grantFor(split.bytes());
    }
    return all;
  }

  /// Whether all splits can be kept that have rows to be delivered.
  boolean holds(List<FileSplit> splits) {
    return all(splits) <= bytes && files(splits) <= SplitCache.MOST_FILES;
  }

  /// What to do to keep all splits.
  String remedy(List<FileSplit> splits) {
    return files(splits) > SplitCache.MOST_FILES
        ? "at most " + SplitCache.MOST_FILES + " files, which a cache can keep"
        : "cache(MemoryCache.of(\"" + (long) Math.ceil(Math.max(1, all(splits)) / MIB) + " MiB\"))";
  }

  private static long files(List<FileSplit> splits) {
    return splits.stream()
        .filter(split -> split.bytes() > 0 && split.rows().count() > 0)
        .mapToInt(FileSplit::file)
        .distinct()
        .count();
  }

  /// Makes columns of rows that were read, if there is something to make.
  ///
  /// @param tasks call the transforms
  @Nullable Remake<Chunk> remake(Tasks tasks) {
    Transforms called = before.calledBy(tasks::call);
    return before.areNone() ? null : new SplitTransforms(called)::made;
  }
}
