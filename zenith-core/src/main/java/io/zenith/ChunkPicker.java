package io.zenith;

import io.zenith.internal.pipeline.RowPicker;
import io.zenith.schema.Schema;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Copies rows of several chunks into one of the columns of the dataset.
final class ChunkPicker implements RowPicker<Chunk> {
  private final Schema schema;
  private final FileColumns columns;
  private final GatherPlan plan = new GatherPlan();

  /// @param schema the columns of the dataset
  ChunkPicker(Schema schema) {
    this.schema = schema;
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
  public Chunk pick(long[] rows, SegmentAllocator memory) {
    Node[] nodes = plan.rows() == 0 ? none(memory) : Gather.of(plan, memory);
    return new Chunk(nodes, 0, plan.rows(), columns, rows);
  }

  /// A rank that gets no row of a short step may have nothing that it could be like.
  private Node[] none(SegmentAllocator memory) {
    NullNodes empty = new NullNodes(memory);
    return schema.fields().stream().map(field -> empty.of(field, 0)).toArray(Node[]::new);
  }
}
