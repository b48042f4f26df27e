package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.NullNodes;
import io.zenith.internal.pipeline.PickedRows;
import io.zenith.internal.pipeline.RowPicker;
import io.zenith.internal.proof.FileRows;
import io.zenith.internal.proof.ReceiptSum;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.internal.rows.Gather;
import io.zenith.internal.rows.GatherPlan;
import io.zenith.internal.rows.RowSpan;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Objects;

/// Copies rows of several chunks into one of the columns of the dataset, and transforms them.
///
/// Transforms act on each row by itself, so they may as well come after the copy: then nothing is
/// transformed that is not delivered, and windows hold what stands in the files, which is often
/// smaller.
final class ChunkPicker implements RowPicker<Chunk> {
  private final Transforms transforms;
  private final FileColumns columns;
  private final FileRows files;
  private final GatherPlan plan = new GatherPlan();
  private final ReceiptSum sum = new ReceiptSum();

  /// @param transforms what becomes of the columns of the dataset
  /// @param files where the rows of its files are
  ChunkPicker(Transforms transforms, FileRows files) {
    this.transforms = transforms;
    this.files = files;
    this.columns = FileColumns.same(transforms.schema());
  }

  @Override
  public long rows(Chunk chunk) {
    return chunk.rows();
  }

  @Override
  public void begin(List<Chunk> sources) {
    plan.begin(sources);
  }

  @Override
  public void add(int source, long row) {
    plan.add(source, row);
  }

  @Override
  public void add(int source, long row, int count) {
    plan.add(source, row, count);
  }

  @Override
  public Chunk pick(PickedRows rows, SegmentAllocator memory) {
    Node[] nodes = plan.rows() == 0 ? none(memory) : Gather.of(plan, memory);
    for (long step = rows.firstStep(); step < rows.endStep(); step++) {
      sumUp(rows, step);
    }
    return new Chunk(nodes, columns, rows, plan.rows());
  }

  @Override
  public boolean isTransforming() {
    return !transforms.areNone();
  }

  @Override
  public Chunk transform(Chunk picked, SegmentAllocator memory) {
    PickedRows rows = Objects.requireNonNull(picked.picked());
    RowSpan all = RowSpan.of(rows, picked.rows());
    Node[] nodes = transforms.apply(picked.nodes(), all, memory);
    return new Chunk(nodes, columns, rows, picked.rows());
  }

  private void sumUp(PickedRows rows, long step) {
    sum.clear();
    long[] positions = rows.positions();
    files.addTo(sum, rows.epoch(), positions, rows.numbers(), rows.start(step), rows.rows(step));
    rows.sum(step, sum.high(), sum.low());
  }

  /// A rank that gets no row of a short step may have nothing that it could be like.
  private Node[] none(SegmentAllocator memory) {
    NullNodes empty = new NullNodes(memory);
    return transforms.schema().fields().stream()
        .map(field -> empty.of(field, 0))
        .toArray(Node[]::new);
  }
}
