package io.zenith;

import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.Closing;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.Meter;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.PrefetchFeed;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.internal.pipeline.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// One pass over the columns of a filter, which finds the rows to keep. Splits are read ahead
/// within the memory budget of the loader, and evaluated by the threads that decode them.
final class FilterPass implements AutoCloseable {
  private final List<FileSplit> splits;
  private final Tasks tasks;
  private final Budget budget;
  private final OpenSources<Selection> sources;
  private final PrefetchFeed<Selection> kept;

  private FilterPass(
      FileOrigin files, BoundFilter bound, IntPredicate mayKeep, LoaderOptions options) {
    this.splits =
        files.splits(bound.columns()).stream().filter(split -> mayKeep.test(split.file())).toList();
    MemoryNeed need = MemoryNeed.largest(splits);
    need.require(options.memoryBudget(), 0, 0);
    this.tasks = options.newTasks();
    this.budget = new Budget(tasks, options.memoryBudget(), need.grant());
    this.sources =
        files.sources(
            bound.columns(), bound::evaluate, null, null, FilePlan.account(budget), tasks);
    Resources with = new Resources(tasks, budget, new Meter(System::nanoTime, options.listener));
    this.kept = new PrefetchFeed<>(sources, splits, 0, with, options.depth(files.storage()), 1);
  }

  /// Of splits of some columns, those rows that a filter keeps.
  static List<FileSplit> keep(
      BoundFilter filter, List<FileSplit> wanted, FileOrigin files, LoaderOptions options) {
    List<FileSplit> result = new ArrayList<>(wanted.size());
    IntPredicate mayKeep = files.mayKeep(filter);
    try (FilterPass pass = new FilterPass(files, filter, mayKeep, options)) {
      for (FileSplit split : wanted) {
        long rows = split.split().rows();
        boolean isRead = mayKeep.test(split.file());
        result.add(split.with(isRead ? pass.next(rows) : new RowSet.None(rows)));
      }
    }
    return result;
  }

  /// What is kept of a split of so many rows, whose record batches come next.
  private Selection next(long rows) {
    Selection.Builder all = new Selection.Builder();
    long missing = rows;
    while (missing > 0 && EpochReader.await(kept::advance)) {
      all.add(kept.batch());
      missing -= kept.batch().rows();
    }
    return all.build();
  }

  @Override
  public void close() {
    Closing.all(List.of(budget::stop, kept::close, () -> tasks.close(this::free)));
  }

  private void free() {
    Closing.all(List.of(sources::close, budget::close));
  }
}
