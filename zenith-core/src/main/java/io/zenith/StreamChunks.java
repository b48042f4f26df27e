package io.zenith;

import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.filter.Selection;
import io.zenith.internal.layout.Node;
import io.zenith.internal.pipeline.Binder;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.internal.rows.Gather;
import io.zenith.internal.rows.GatherPlan;
import io.zenith.internal.rows.RowSpan;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/// Checks the record batches of one stream, one after the other, and makes of them what is
/// delivered: the rows that a filter keeps, transformed.
final class StreamChunks {
  private final Binder<Chunk> checked;
  private final Optional<BoundFilter> filter;
  private final int selected;
  private final Transforms transforms;
  private final GatherPlan plan = new GatherPlan();
  private long row;

  /// @param columns what is read of the stream
  /// @param selected how many of them are delivered: those that only the filter needs come last
  StreamChunks(
      FileColumns columns, int selected, Optional<BoundFilter> filter, Transforms transforms) {
    this.checked = Chunk.streamBinder(columns);
    this.selected = selected;
    this.filter = filter;
    this.transforms = transforms;
  }

  /// Makes chunks, which may have no rows.
  ///
  /// @param memory for new columns
  Binder<Chunk> binder(SegmentAllocator memory) {
    return (part, batch) -> made(checked.bind(part, batch), memory);
  }

  private Chunk made(Chunk chunk, SegmentAllocator memory) {
    long first = row;
    row += chunk.rows();
    Chunk wanted = filter.map(test -> kept(test, chunk, first, memory)).orElse(chunk);
    return transforms.areNone() ? wanted : transformed(wanted, first, memory);
  }

  /// @param first the number of the first row, where the rows follow each other
  private Chunk transformed(Chunk chunk, long first, SegmentAllocator memory) {
    FileColumns columns = FileColumns.same(transforms.schema());
    if (chunk.rows() == 0) {
      return Chunk.unread(columns);
    }
    int count = Math.toIntExact(chunk.rows());
    RowSpan span = new RowSpan(chunk.from(), count, 0, 0, first, chunk.numbers(), null);
    Node[] made = transforms.apply(chunk.nodes(), span, memory);
    return new Chunk(made, chunk.from(), chunk.end(), columns, null, chunk.numbers(), null);
  }

  private Chunk kept(BoundFilter test, Chunk chunk, long first, SegmentAllocator memory) {
    Selection kept = test.evaluate(chunk);
    Chunk left = chunk.keeping(kept, selected);
    if (kept.count() == 0) {
      return Chunk.NONE;
    }
    if (kept.count() == chunk.rows()) {
      return left.numbered(place -> first + place - chunk.from());
    }
    plan.begin(List.of(left));
    kept.within(0, kept.rows()).forEach(rows -> plan.add(0, rows.from(), rows.count()));
    LongUnaryOperator numbers = place -> first + kept.select(place);
    return new Chunk(Gather.of(plan, memory), 0, kept.count(), left.columns()).numbered(numbers);
  }
}
