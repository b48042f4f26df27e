package io.zenith;

import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.filter.Selection;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.Closing;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.Keeping;
import io.zenith.internal.pipeline.MemoryNeed;
import io.zenith.internal.pipeline.Meter;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.PrefetchFeed;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.pipeline.Wait;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// One pass over the columns of a filter, which finds the rows to keep. Splits are read ahead
/// within the memory budget of the loader, and evaluated by the threads that decode them.
final class FilterPass implements AutoCloseable {
  private final Tasks tasks;
  private final Budget budget;
  private final OpenSources<Selection> sources;
  private final PrefetchFeed<Selection> kept;

  private FilterPass(
      FileOrigin files, List<FileSplit> splits, BoundFilter bound, LoaderOptions options) {
    MemoryNeed need = MemoryNeed.largest(splits);
    need.require(options.memoryBudget(), 0, 0);
    this.tasks = options.newTasks();
    this.budget = new Budget(tasks, options.memoryBudget(), need.grant());
    this.sources =
        files.sources(
            bound.columns(),
            bound::evaluate,
            bound,
            Keeping.nothing(),
            FilePlan.account(budget),
            tasks);
    Resources with = new Resources(tasks, budget, new Meter(System::nanoTime, options.listener));
    this.kept = new PrefetchFeed<>(sources, splits, 0, with, options.depth(files.storage()), 1);
  }

  /// Of splits of some columns, those rows that a filter keeps. Splits of which the footers say
  /// that it keeps none are not read.
  static List<FileSplit> keep(
      BoundFilter filter, List<FileSplit> wanted, FileOrigin files, LoaderOptions options) {
    BitSet mayKeep = files.mayKeep(filter);
    List<FileSplit> asked = files.splits(filter.columns());
    List<FileSplit> splits = mayKeep.stream().mapToObj(asked::get).toList();
    List<FileSplit> result = new ArrayList<>(wanted.size());
    try (FilterPass pass = new FilterPass(files, splits, filter, options)) {
      for (int i = 0; i < wanted.size(); i++) {
        FileSplit split = wanted.get(i);
        long rows = split.split().rows();
        result.add(split.with(mayKeep.get(i) ? pass.next(rows) : new RowSet.None(rows)));
      }
    }
    return result;
  }

  /// What is kept of the next split.
  private Selection next(long rows) {
    Selection.Builder all = new Selection.Builder();
    long missing = rows;
    while (missing > 0 && Wait.forData(kept::advance)) {
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
