package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Decodes rows of some columns of a row group. The ranges of rows that are asked for are batches
/// over the same columns, which have nothing but them.
final class RowGroupReader implements BatchIterator {
  private final RowGroup rowGroup;
  private final List<Shape> shapes;
  private final List<Shape.Leaf> leaves;
  private final Map<Integer, ChunkRows> chunks;
  private final ChunkBytes bytes;
  private final List<RowRange> ranges;
  private final RowSet rows;
  private final SegmentAllocator buffers;
  private final Place place;
  private List<ArrayData> columns = List.of();

  /// Where the current range begins in the columns.
  private long from;

  /// The range that comes next, counted from 0.
  private int next;

  /// @param shapes of the columns that are asked for
  /// @param leaves of all columns of the file
  /// @param chunks those that are needed, by the numbers of the leaves
  /// @param rows all that are asked for
  RowGroupReader(
      ReadRequest request,
      RowGroup rowGroup,
      List<Shape> shapes,
      List<Shape.Leaf> leaves,
      Map<Integer, ChunkRows> chunks,
      ChunkBytes bytes,
      RowSet rows,
      Place place) {
    this.ranges = isRead(rows) ? request.ranges() : List.of();
    this.rowGroup = rowGroup;
    this.shapes = shapes;
    this.leaves = leaves;
    this.chunks = chunks;
    this.bytes = bytes;
    this.rows = rows;
    this.buffers = request.buffers();
    this.place = place;
  }

  /// Whether anything is read; of a row group without rows all is, so that surplus is noticed.
  static boolean isRead(RowSet rows) {
    return rows.rows() > 0 || rows.isAll();
  }

  @Override
  public boolean advance() {
    if (next == 0 && isRead(rows)) {
      columns = decode();
    } else if (next > 0 && next <= ranges.size()) {
      from += ranges.get(next - 1).count();
    }
    next = Math.min(next + 1, ranges.size() + 1);
    return next <= ranges.size();
  }

  /// A column, and what it takes.
  ///
  /// @param sizes of the pages of each leaf
  private record Column(Shape shape, Map<Integer, PageMemory.Sizes> sizes, ColumnNeed need) {}

  private List<ArrayData> decode() {
    List<Column> ordered = new ArrayList<>();
    shapes.stream().distinct().forEach(shape -> ordered.add(column(shape)));
    ordered.sort(Comparator.comparing(Column::need, ColumnNeed.ORDER));
    ReadMemory memory =
        new ReadMemory(ColumnNeed.total(ordered.stream().map(Column::need).toList()), buffers);
    Map<Integer, ChunkReader.Found> found = new HashMap<>();
    for (Column column : ordered) {
      column
          .sizes()
          .forEach((leaf, sizes) -> found.put(leaf, read(leaf, column.shape(), sizes, memory)));
    }
    Assembler assembler = new Assembler(found, rows, memory, place);
    return shapes.stream().map(assembler::column).toList();
  }

  private Column column(Shape shape) {
    Map<Integer, PageMemory.Sizes> sizes = new HashMap<>();
    long scratch = 0;
    for (int leaf : shape.leaves()) {
      ChunkRows chunk = chunk(leaf);
      boolean isKept = leaves.get(leaf).field().type() instanceof DataType.Dictionary;
      PageMemory.Sizes found =
          PageMemory.Sizes.of(chunk.pages(bytes), chunk.chunk().codec(), isKept);
      scratch = Math.max(scratch, found.bytes(isCopied(chunk)));
      sizes.put(leaf, found);
    }
    ColumnNeed need = ColumnNeed.of(shape, rowGroup, leaves, rows.rows(), !bytes.isCopy());
    return new Column(shape, sizes, need.with(scratch));
  }

  private ChunkReader.Found read(int leaf, Shape shape, PageMemory.Sizes sizes, ReadMemory memory) {
    PageMemory pages = new PageMemory(sizes, isCopied(chunk(leaf)), memory.scratch());
    boolean isNested = !(shape instanceof Shape.Leaf);
    ChunkReader.Found found =
        new ChunkReader(leaves.get(leaf), isNested, chunk(leaf), bytes, pages, memory).read();
    memory.release();
    return found;
  }

  /// Whether what is stored can be read where it is.
  private boolean isCopied(ChunkRows chunk) {
    return bytes.isCopy() && chunk.chunk().encryption().isEmpty();
  }

  private ChunkRows chunk(int leaf) {
    ChunkRows chunk = chunks.get(leaf);
    if (chunk == null) {
      throw new IllegalStateException("leaf " + leaf + " is not read");
    }
    return chunk;
  }

  @Override
  public RecordBatch batch() {
    if (next == 0 || next > ranges.size()) {
      throw new IllegalStateException("no current batch");
    }
    return new RecordBatch(from, ranges.get(next - 1).count(), columns);
  }

  @Override
  public void close() {
    // nothing is held besides the request's memory
  }
}
