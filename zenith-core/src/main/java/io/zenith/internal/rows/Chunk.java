package io.zenith.internal.rows;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.DictionaryNodes;
import io.zenith.internal.layout.Layout;
import io.zenith.internal.layout.Node;
import io.zenith.internal.pipeline.Binder;
import io.zenith.internal.pipeline.PickedRows;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import java.lang.foreign.SegmentAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One record batch whose columns are checked against the schema of its file: its nodes, and the
/// rows of them that are meant.
///
/// @param nodes a node a column of the file
/// @param from the first row
/// @param end the row behind the last one
/// @param columns how they become columns of the dataset
/// @param picked which rows these are, if they were picked for steps
/// @param numbers the number in the dataset of the row at each place, where they do not follow each
///   other
/// @param kept which of the rows a filter keeps, if one was asked
@SuppressWarnings("ArrayRecordComponent") // never compared; an array saves a call a column
public record Chunk(
    Node[] nodes,
    long from,
    long end,
    FileColumns columns,
    @Nullable PickedRows picked,
    @Nullable LongUnaryOperator numbers,
    @Nullable RowSet kept) {
  /// No rows.
  public static final Chunk NONE = new Chunk(new Node[0], 0, 0, FileColumns.same(Schema.of()));

  /// Rows of a file of which nothing is read.
  public static Chunk unread(FileColumns columns) {
    return new Chunk(NONE.nodes, 0, 0, columns);
  }

  /// Rows that were not read, since no filter keeps them.
  public static Chunk gap(long rows) {
    return new Chunk(NONE.nodes, 0, rows, NONE.columns, null, null, new RowSet.None(rows));
  }

  /// Rows in file order.
  public Chunk(Node[] nodes, long from, long end, FileColumns columns) {
    this(nodes, from, end, columns, null, null, null);
  }

  /// Rows that were picked for steps.
  public Chunk(Node[] nodes, FileColumns columns, PickedRows picked, long count) {
    this(nodes, 0, count, columns, picked, picked::number, null);
  }

  /// These rows with their numbers in the dataset.
  public Chunk numbered(LongUnaryOperator byPlace) {
    return new Chunk(nodes, from, end, columns, picked, byPlace, kept);
  }

  /// Whether the rows were not read.
  public boolean isGap() {
    return kept instanceof RowSet.None;
  }

  /// These rows after a filter was asked, with the first columns only: what it needs besides comes
  /// after them.
  public Chunk keeping(RowSet rows, int firstColumns) {
    if (isGap()) {
      return this;
    }
    FileColumns first = columns.first(firstColumns);
    Node[] left = Arrays.copyOf(nodes, first.read().size());
    return new Chunk(left, from, end, first, null, null, rows);
  }

  /// How many rows are meant.
  public long rows() {
    return end - from;
  }

  /// Checks a record batch.
  ///
  /// @param columns what the format promised
  /// @param dictionaries the dictionaries that were checked before
  private static Chunk of(
      FileColumns columns, Object where, RecordBatch batch, DictionaryNodes dictionaries) {
    List<Field> fields = columns.fields();
    String part = where.toString();
    if (batch.columns().size() != fields.size()) {
      throw new IllegalStateException(
          part
              + ": the format delivered "
              + batch.columns().size()
              + " columns for "
              + fields.size());
    }
    long end = batch.fromRow() + batch.rows();
    Node[] nodes = new Node[fields.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = Layout.node(fields.get(i), batch.columns().get(i), end, part, dictionaries);
    }
    return new Chunk(nodes, batch.fromRow(), end, columns);
  }

  /// Makes what checks the record batches of a read of one file, whose reads share dictionaries.
  public static Supplier<Binder<Chunk>> binders(FileColumns columns) {
    DictionaryNodes dictionaries = DictionaryNodes.ofFile(columns.fields());
    return () -> new OfRead(columns, dictionaries);
  }

  /// Checks the record batches of one read. Those of several ranges of rows may have the same
  /// columns: these are checked once.
  private static final class OfRead implements Binder<Chunk> {
    private final FileColumns columns;
    private final DictionaryNodes dictionaries;
    private List<ArrayData> lastColumns = List.of();
    private Chunk last = NONE;

    private OfRead(FileColumns columns, DictionaryNodes dictionaries) {
      this.columns = columns;
      this.dictionaries = dictionaries;
    }

    @Override
    public Chunk bind(Object part, RecordBatch batch) {
      long end = batch.fromRow() + batch.rows();
      last =
          isLike(batch.columns(), end)
              ? new Chunk(last.nodes, batch.fromRow(), end, columns)
              : of(columns, part, batch, dictionaries);
      lastColumns = batch.columns();
      return last;
    }

    @SuppressWarnings("ReferenceEquality") // equal bytes elsewhere are another column
    private boolean isLike(List<ArrayData> others, long end) {
      boolean isLike = !others.isEmpty() && others.size() == lastColumns.size();
      for (int i = 0; isLike && i < others.size(); i++) {
        isLike = others.get(i) == lastColumns.get(i) && end <= last.nodes[i].length;
      }
      return isLike;
    }

    @Override
    public Chunk gap(long rows) {
      return Chunk.gap(rows);
    }
  }

  /// Checks the record batches of one stream, each after the one before it.
  public static Binder<Chunk> streamBinder(FileColumns columns) {
    DictionaryNodes dictionaries = DictionaryNodes.ofStream();
    return (part, batch) -> {
      dictionaries.begin();
      return of(columns, part, batch, dictionaries);
    };
  }

  /// Checks a record batch that belongs to no file.
  public static Chunk of(Schema schema, RecordBatch batch) {
    FileColumns columns = FileColumns.same(schema);
    return of(columns, "a batch in memory", batch, DictionaryNodes.ofFile(columns.fields()));
  }

  /// A copy of some rows as columns of the dataset. Of a column whose content is corrupt the copy
  /// says so at first use, as the column itself would: nobody may want to use it.
  public Node[] copy(long start, long count, SegmentAllocator memory) {
    Node[] copies = new Node[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      copies[i] = copy(nodes[i], start, count, memory);
    }
    return columns.convert(copies, count, memory);
  }

  /// The same rows of other columns.
  public Chunk with(Node[] others, FileColumns made) {
    return new Chunk(others, from, end, made);
  }

  /// Some of these rows.
  ///
  /// @param rows counted from the first of these
  /// @param firstRow the number of the first of these in the dataset
  public RowSpan span(RowRange rows, long firstRow) {
    int count = Math.toIntExact(rows.count());
    return RowSpan.inOrder(from + rows.from(), count, firstRow + rows.from());
  }

  private static Node copy(Node node, long start, long count, SegmentAllocator memory) {
    try {
      return Concat.copy(node, start, count, memory);
    } catch (MalformedDataException e) {
      // A file that is cut now is of no use to anyone.
      if (e.getCause() instanceof InternalError) {
        throw e;
      }
      return node.corrupt(e);
    }
  }
}
