package io.zenith.internal.pipeline;

import io.zenith.internal.order.LaneRange;
import io.zenith.internal.order.RowNumbers;
import io.zenith.internal.order.Slice;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/// The splits that the rows of a rank's steps are in.
///
/// @param steps what each step has
/// @param wanted where the rows are
record StepSplits(RankSteps steps, WantedRows wanted) {

  /// What a step needs.
  ///
  /// @param step the step
  /// @param splits how many splits its rows are in
  /// @param bytes the grants of all of these together
  record Need(long step, int splits, long bytes) {}

  /// The splits of a group, in the order of its rows.
  SequencedSet<Integer> of(StepGroup group) {
    RowNumbers numbers = steps.order().rowNumbers(group.epoch());
    SequencedSet<Integer> found = new LinkedHashSet<>();
    for (long step = group.from(); step < group.end(); step++) {
      forEach(step, numbers, found::add);
    }
    return found;
  }

  /// The step of the first epoch that needs most memory. It costs a pass over all rows.
  Need largest(List<FileSplit> splits) {
    RowNumbers numbers = steps.order().rowNumbers(0);
    long[] lastStep = new long[splits.size()];
    Need largest = new Need(0, 0, 0);
    for (long step = 0; step < steps.count(); step++) {
      long[] sums = new long[2];
      long mark = step + 1;
      forEach(
          step,
          numbers,
          split -> {
            if (lastStep[split] != mark) {
              lastStep[split] = mark;
              sums[0]++;
              sums[1] = sum(sums[1], Budget.grantFor(splits.get(split).bytes()));
            }
          });
      if (sums[1] > largest.bytes) {
        largest = new Need(step, (int) sums[0], sums[1]);
      }
    }
    return largest;
  }

  /// Sizes in files may be anything.
  private static long sum(long a, long b) {
    return a + b < 0 ? Long.MAX_VALUE : a + b;
  }

  private void forEach(long step, RowNumbers numbers, IntConsumer action) {
    Slice slice = steps.slice(step);
    Stream.of(slice.rows(), slice.padding())
        .flatMap(List::stream)
        .forEach(range -> forEach(range, numbers, action));
  }

  private void forEach(LaneRange range, RowNumbers numbers, IntConsumer action) {
    long[] rows = new long[Math.toIntExact(range.count())];
    numbers.put(range, rows, 0);
    for (long row : rows) {
      action.accept(wanted.split(row));
    }
  }
}
