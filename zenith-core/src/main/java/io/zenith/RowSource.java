package io.zenith;

import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.RankSteps;
import java.util.List;

/// Where a loader takes the rows of its steps from.
enum RowSource {
  /// What is read, one record batch after the other.
  FILE_ORDER,

  /// Windows that are read ahead.
  WINDOWS,

  /// Files of which any row is a view.
  VIEWS,

  /// Caches that hold all splits, in memory or on a disk.
  KEPT,

  /// The splits that the user's rows are in.
  NAMED_SPLITS;

  /// @param splits with the memory that they take
  /// @param transforms what is done to rows that are delivered
  /// @throws IllegalArgumentException if all rows are to be shuffled among each other, and have to
  ///   be decoded for that each time
  static RowSource of(
      List<FileSplit> splits,
      RankSteps steps,
      Transforms transforms,
      CachePlan cache,
      LoaderOptions options) {
    boolean isGlobal = options.shuffle().kind() == ShuffleKind.GLOBAL;
    boolean isTaken = options.taken().isPresent();
    if (isGlobal || isTaken) {
      boolean areViews = true;
      for (FileSplit split : splits) {
        boolean isView = split.split().randomAccess() && split.bytes() == 0;
        areViews &= isView;
        if (isGlobal && !isView && !cache.holds(splits) && !isOnDisk(splits, options)) {
          throw new IllegalArgumentException(
              "a global shuffle needs files that give any row without decoding others, and "
                  + split.split()
                  + " does not: use shuffle(seed), or "
                  + cache.remedy(splits)
                  + ", or files that are not compressed");
        }
      }
      return areViews ? VIEWS : isGlobal ? KEPT : NAMED_SPLITS;
    }
    return steps.areInFileOrder() && transforms.areNone() ? FILE_ORDER : WINDOWS;
  }

  /// Whether a cache on a disk holds all splits, however well they are packed.
  private static boolean isOnDisk(List<FileSplit> splits, LoaderOptions options) {
    double all = 0;
    for (FileSplit split : splits) {
      all += split.bytes();
    }
    double bytes = all;
    return options.disk().filter(disk -> bytes <= disk.bytes()).isPresent();
  }
}
