package io.zenith;

import io.zenith.internal.pipeline.PickedRows;
import io.zenith.internal.pipeline.RowPicker;
import io.zenith.schema.Schema;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Copies rows of several chunks into one of the columns of the dataset.
final class ChunkPicker implements RowPicker<Chunk> {
  private final Schema schema;
  private final FileColumns columns;
  private final FileRows files;
  private final GatherPlan plan = new GatherPlan();
  private final ReceiptSum sum = new ReceiptSum();

  /// @param schema the columns of the dataset
  /// @param files where the rows of its files are
  ChunkPicker(Schema schema, FileRows files) {
    this.schema = schema;
    this.files = files;
    this.columns = FileColumns.same(schema);
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
  public Chunk pick(PickedRows rows, SegmentAllocator memory) {
    Node[] nodes = plan.rows() == 0 ? none(memory) : Gather.of(plan, memory);
    for (long step = rows.firstStep(); step < rows.endStep(); step++) {
      sumUp(rows, step);
    }
    return new Chunk(nodes, 0, plan.rows(), columns, rows);
  }

  private void sumUp(PickedRows rows, long step) {
    sum.clear();
    int start = rows.start(step);
    for (int i = start; i < start + rows.rows(step); i++) {
      files.addTo(sum, rows.epoch(), rows.positions()[i], rows.numbers()[i]);
    }
    rows.sum(step, sum.high(), sum.low());
  }

  /// A rank that gets no row of a short step may have nothing that it could be like.
  private Node[] none(SegmentAllocator memory) {
    NullNodes empty = new NullNodes(memory);
    return schema.fields().stream().map(field -> empty.of(field, 0)).toArray(Node[]::new);
  }
}
