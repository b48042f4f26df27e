package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Decodes some columns of a row group. The ranges of rows that are asked for are batches over the
/// same columns.
final class RowGroupReader implements BatchIterator {
  private final ReadRequest request;
  private final RowGroup rowGroup;
  private final List<Shape> shapes;
  private final List<Shape.Leaf> leaves;
  private final ChunkBytes bytes;
  private final Place place;
  private List<ArrayData> columns = List.of();
  private int next;

  /// @param shapes of the columns that are asked for
  /// @param leaves of all columns of the file
  RowGroupReader(
      ReadRequest request,
      RowGroup rowGroup,
      List<Shape> shapes,
      List<Shape.Leaf> leaves,
      ChunkBytes bytes,
      Place place) {
    this.request = request;
    this.rowGroup = rowGroup;
    this.shapes = shapes;
    this.leaves = leaves;
    this.bytes = bytes;
    this.place = place;
  }

  @Override
  public boolean advance() {
    if (next == 0 && !request.ranges().isEmpty()) {
      columns = decode(request.buffers());
    }
    next = Math.min(next + 1, request.ranges().size() + 1);
    return next <= request.ranges().size();
  }

  private List<ArrayData> decode(SegmentAllocator memory) {
    Map<Integer, ChunkReader> readers = new HashMap<>();
    for (Shape shape : shapes) {
      for (int leaf : shape.leaves()) {
        readers.computeIfAbsent(leaf, _ -> reader(leaf, !(shape instanceof Shape.Leaf)));
      }
    }
    PageMemory scratch =
        new PageMemory(
            readers.values().stream().map(reader -> reader.pages().largest()).toList(), memory);
    Map<Integer, ChunkReader.Found> found = new HashMap<>();
    readers.forEach((leaf, reader) -> found.put(leaf, reader.read(scratch, memory)));
    Assembler assembler = new Assembler(found, rowGroup.rows(), memory, place);
    List<ArrayData> decoded = new ArrayList<>(shapes.size());
    for (Shape shape : shapes) {
      decoded.add(assembler.column(shape));
    }
    return decoded;
  }

  private ChunkReader reader(int leaf, boolean isNested) {
    ColumnChunk chunk = rowGroup.chunks().get(leaf);
    Shape.Leaf shape = leaves.get(leaf);
    Place column = place.in(chunk.path());
    ChunkPages pages = new ChunkPages(chunk, bytes.of(leaf), column);
    return new ChunkReader(shape, isNested, chunk, pages, column);
  }

  @Override
  public RecordBatch batch() {
    if (next == 0 || next > request.ranges().size()) {
      throw new IllegalStateException("no current batch");
    }
    RowRange range = request.ranges().get(next - 1);
    return new RecordBatch(range.from(), range.count(), columns);
  }

  @Override
  public void close() {
    // nothing is held besides the request's memory
  }
}
