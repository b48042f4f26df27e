package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.NativeTarget;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.layout.Stack;
import io.zenith.internal.rows.Chunk;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.Hold;
import io.zenith.spi.RecordBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Rows as columns: what a training loop gets at each step.
///
/// A batch and its columns are views that are valid until the loader's next step, or its close;
/// [#copy()] keeps one. Touching a released batch throws [IllegalStateException]. It may be read by
/// any thread that it was safely handed to.
public final class Batch {
  /// How many columns [#toString()] shows.
  private static final int PRINTED = 18;

  private final SchemaIndex index;
  private final Node[] nodes;
  private final Range range;
  private final BatchOwner owner;
  private final long step;
  private final long firstRow;
  private final int epoch;
  private final int padding;

  /// The numbers of the rows that the range counts, where they do not follow each other.
  private final @Nullable LongUnaryOperator numbers;

  Batch(
      SchemaIndex index,
      Node[] nodes,
      Range range,
      BatchOwner owner,
      int epoch,
      long step,
      long firstRow,
      @Nullable LongUnaryOperator numbers,
      int padding) {
    this.index = index;
    this.nodes = nodes;
    this.range = range;
    this.owner = owner;
    this.epoch = epoch;
    this.step = step;
    this.firstRow = firstRow;
    this.numbers = numbers;
    this.padding = padding;
  }

  /// A batch over nodes whose memory lives as long as someone refers to them.
  static Batch kept(
      SchemaIndex index, Node[] nodes, Range range, int epoch, long step, long firstRow) {
    return new Batch(
        index, nodes, range, () -> Optional.of(new Kept(nodes)), epoch, step, firstRow, null, 0);
  }

  /// Refers to nodes.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Kept(Node[] nodes) implements Hold {
    @Override
    public void close() {
      // the garbage collector frees them when nobody refers to this
    }
  }

  /// A batch over memory of the caller, in the layout of the Arrow columnar format. Nothing is
  /// copied.
  ///
  /// Nobody has to trust the data: what [ArrayData] says is checked as that of a format is, sizes
  /// here and content when a column is first used. The memory must stay as it is while the batch is
  /// used. Memory of an [Arena] is safe: when the arena is closed, reading throws
  /// [IllegalStateException].
  ///
  /// @param schema the columns
  /// @param rows their values
  /// @throws io.zenith.error.MalformedDataException if sizes contradict each other
  /// @throws IllegalArgumentException if there are 2^31 rows or more
  /// @throws IllegalStateException if the columns are not those of the schema, or on the heap
  public static Batch of(Schema schema, RecordBatch rows) {
    if (rows.rows() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(rows.rows() + " rows; a batch has at most 2^31 - 1");
    }
    Chunk chunk = Chunk.of(schema, rows);
    Frame frame = Frame.ofCopy();
    Range range = new Range(frame, frame.generation, rows.fromRow(), (int) rows.rows());
    return new Batch(
        new SchemaIndex(schema), chunk.nodes(), range, BatchOwner.NONE, 0, 0, 0, null, 0);
  }

  /// How many rows: the batch size, or the part of a rank; fewer at the end of an epoch, which may
  /// be none.
  public int rows() {
    return range.count;
  }

  /// How many of the rows, at the end of the batch, fill it up: they are in this step a second
  /// time.
  ///
  /// @see Remainder#PAD
  public int padding() {
    return padding;
  }

  /// The epoch, from 0.
  public int epoch() {
    return epoch;
  }

  /// The place of this batch in its epoch, from 0.
  public long step() {
    return step;
  }

  /// The place of a row in the dataset, from 0: counted in file order, whatever the order of the
  /// batches is.
  public long rowNumber(int row) {
    if (numbers == null) {
      return firstRow + Objects.checkIndex(row, range.count);
    }
    return numbers.applyAsLong(range.at(row));
  }

  /// The columns that are there.
  public Schema schema() {
    return index.schema;
  }

  /// A column by a key of the loader that made this batch: the fastest way.
  ///
  /// @throws IllegalArgumentException if the key belongs to another loader
  @SuppressWarnings("unchecked") // the key was checked against this schema
  public <C extends Column> C get(ColumnKey<C> key) {
    if (key.schema != index) {
      throw new IllegalArgumentException("the key " + key + " belongs to another loader");
    }
    return (C) Column.of(range, node(key.place));
  }

  /// A column by place.
  public Column column(int place) {
    return Column.of(range, node(place));
  }

  /// A column by name.
  ///
  /// @throws IllegalArgumentException if there is none of that name; the message lists what there
  ///   is
  public Column column(String name) {
    return column(index.of(name));
  }

  /// A column by name and class.
  ///
  /// @throws IllegalArgumentException if there is none of that name, or it is of another class
  public <C extends Column> C column(String name, Class<C> type) {
    Column column = column(name);
    if (!type.isInstance(column)) {
      throw mismatch(column.node, "column(\"" + name + "\", " + type.getSimpleName() + ".class)");
    }
    return type.cast(column);
  }

  /// A column of truth values: `bool`. Throws as [#column(String, Class)], as the following do.
  public BooleanColumn booleans(String name) {
    return new BooleanColumn(range, node(name, Kind.BOOLEAN));
  }

  /// A column of 8-bit integers.
  public ByteColumn bytes(String name) {
    return new ByteColumn(range, node(name, Kind.BYTE));
  }

  /// A column of 16-bit integers.
  public ShortColumn shorts(String name) {
    return new ShortColumn(range, node(name, Kind.SHORT));
  }

  /// A column of 32-bit integers, dates or times.
  public IntColumn ints(String name) {
    return new IntColumn(range, node(name, Kind.INT));
  }

  /// A column of 64-bit integers, dates, times, timestamps or durations.
  public LongColumn longs(String name) {
    return new LongColumn(range, node(name, Kind.LONG));
  }

  /// A column of `float16`.
  public HalfColumn halves(String name) {
    return new HalfColumn(range, node(name, Kind.HALF));
  }

  /// A column of `float32`.
  public FloatColumn floats(String name) {
    return new FloatColumn(range, node(name, Kind.FLOAT));
  }

  /// A column of `float64`.
  public DoubleColumn doubles(String name) {
    return new DoubleColumn(range, node(name, Kind.DOUBLE));
  }

  /// A column of decimals.
  public DecimalColumn decimals(String name) {
    return new DecimalColumn(range, node(name, Kind.DECIMAL));
  }

  /// A column of text.
  public Utf8Column strings(String name) {
    return new Utf8Column(range, node(name, Kind.UTF8));
  }

  /// A column of `binary`.
  public BinaryColumn binaries(String name) {
    return new BinaryColumn(range, node(name, Kind.BINARY));
  }

  /// A numeric column, or (nested) lists of numbers, as a tensor without a copy: `[rows]`, `[rows,
  /// 784]`. Lists of variable length must have one length in this batch.
  ///
  /// Columns of Arrow's extension types `arrow.fixed_shape_tensor` and
  /// `arrow.variable_shape_tensor` give the shapes that these say, as the values lie in memory: a
  /// permutation of the dimensions is not applied. Tensors of variable shape must have one shape in
  /// this batch.
  ///
  /// @throws IllegalArgumentException if there is no such column, or it holds no numbers
  /// @throws IllegalStateException if a value is null, or the lists differ in length
  public Tensor tensor(String name) {
    return Tensors.of(range, 0, node(index.of(name)));
  }

  /// The value at one row of what [#tensor(String)] reads, without the first dimension, so that the
  /// shapes of rows may differ: `[784]`, `[28, 28]`.
  ///
  /// @throws IllegalArgumentException if there is no such column, or it holds no numbers
  /// @throws IllegalStateException if a value is null, or lists within the row differ in length
  public Tensor tensor(String name, int row) {
    Node column = node(index.of(name));
    return Tensors.of(range.with(range.at(row), 1), row, column).inner();
  }

  /// Numeric columns side by side: a new row-major `[rows, names.length]` tensor of `float32`,
  /// valid as long as this batch.
  ///
  /// @throws IllegalArgumentException if a name is wrong or a column holds no numbers
  /// @throws IllegalStateException if a value is null
  public Tensor stack(String... names) {
    MemorySegment memory = stackMemory(names);
    stackInto(memory, names);
    return Tensor.ofFloats(range, memory, names.length);
  }

  /// As [#stack(String...)], with `fill` in the place of nulls.
  public Tensor stack(float fill, String... names) {
    MemorySegment memory = stackMemory(names);
    Node[] columns = numeric(names);
    Stack.write(range, columns, memory);
    Stack.fill(range, columns, memory, fill);
    return Tensor.ofFloats(range, memory, names.length);
  }

  /// Numeric columns side by side, written row-major as little-endian `float32` into memory of the
  /// caller, such as a pinned buffer of an engine.
  ///
  /// @param target native memory for at least `rows() * names.length` floats
  /// @param names the columns
  /// @throws IllegalArgumentException if a name is wrong, a column holds no numbers, or `target` is
  ///   on the heap or too small
  /// @throws IllegalStateException if a value is null
  public void stackInto(MemorySegment target, String... names) {
    NativeTarget.require(target, 4L * range.count * names.length);
    Node[] columns = numeric(names);
    for (Node column : columns) {
      Nulls.refuse(column, range.start, range.count, column, 0, range.count);
    }
    Stack.write(range, columns, target);
  }

  /// A batch with the same rows in memory of its own, which lives as long as someone refers to it:
  /// it outlives the step and the loader, and counts in no budget.
  public Batch copy() {
    Node[] copies = copies(Arena.ofAuto());
    return copy(copies, () -> Optional.of(new Kept(copies)));
  }

  /// As [#copy()], in memory of the caller: the copy is valid as long as that.
  ///
  /// @param memory gives native memory, which need not be cleared
  public Batch copy(SegmentAllocator memory) {
    return copy(copies(memory), BatchOwner.NONE);
  }

  private Batch copy(Node[] copies, BatchOwner kept) {
    Frame frame = Frame.ofCopy();
    Range rows = new Range(frame, frame.generation, 0, range.count);
    return new Batch(index, copies, rows, kept, epoch, step, firstRow, numbersOfCopy(), padding);
  }

  private @Nullable LongUnaryOperator numbersOfCopy() {
    if (numbers == null) {
      return null;
    }
    long[] copy = new long[range.count];
    Arrays.setAll(copy, row -> numbers.applyAsLong(range.start + row));
    return place -> copy[(int) place];
  }

  private Node[] copies(SegmentAllocator memory) {
    range.check();
    Node[] copies = new Node[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      copies[i] = Concat.copy(node(i), range.start, range.count, memory);
    }
    return copies;
  }

  /// Keeps the memory of this batch, so that what [#recordBatch()] gives stays readable beyond the
  /// step and the loader: for bridges to libraries that count references to memory.
  ///
  /// It is empty if the memory is used again after the step, as is that of compressed files and of
  /// batches whose rows lie in several record batches, or if it belongs to a caller: then
  /// [#copy(SegmentAllocator)] is the way.
  ///
  /// @return to be closed by the caller
  /// @throws IllegalStateException if this batch is released
  public Optional<Hold> hold() {
    range.check();
    Optional<Hold> hold = owner.hold();
    if (range.isReleased()) {
      // By another thread meanwhile: it may be the memory of the next batch.
      hold.ifPresent(Hold::close);
      range.check();
    }
    return hold;
  }

  /// Where the run is: this batch is received, and the next one is the one to go on with. It means
  /// what was delivered, whatever was read ahead. It may wait as [DataLoader#checkpoint()] does.
  ///
  /// @throws IllegalStateException if this batch is released, or a copy, or from a stream
  /// @see DataLoader.Builder#resume(Checkpoint)
  public Checkpoint checkpoint() {
    range.check();
    return owner.checkpoint();
  }

  /// All columns in the layout of the Arrow columnar format, without a copy: for writers, and for
  /// bridges to other libraries.
  ///
  /// The rows of this batch are some of those of its columns, whose content is checked. Buffers may
  /// be larger than their values need, begin at any address, and lie in the mapping of a file: no
  /// native code may get such an address, since it brings down the JVM if the file is truncated
  /// meanwhile. Of a dictionary that batches share, they have the same [ArrayData] object.
  ///
  /// It is valid as long as this batch, and nothing checks that: what it shows after the next step
  /// is undefined.
  ///
  /// @throws IllegalStateException if a column counts further than its type can, which happens only
  ///   to a batch that spans record batches: if their dictionaries have more values together than
  ///   the indices tell apart, or if it has more rows than run ends count
  public RecordBatch recordBatch() {
    range.check();
    List<ArrayData> columns = new ArrayList<>(nodes.length);
    for (int i = 0; i < nodes.length; i++) {
      columns.add(node(i).arrayData());
    }
    return new RecordBatch(range.start, range.count, columns);
  }

  /// Epoch, step, rows, and a line a column with its first values; at most 20 lines.
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder("Batch of " + range.count + " rows, epoch " + epoch + ", step " + step);
    if (range.isReleased()) {
      return text.append(", released").toString();
    }
    for (int i = 0; i < Math.min(nodes.length, PRINTED); i++) {
      text.append("\n  ").append(column(i));
    }
    int more = nodes.length - PRINTED;
    return text.append(more > 0 ? "\n  ... " + more + " more columns" : "").toString();
  }

  /// The columns, from the first row of their memory on.
  Node[] nodes() {
    range.check();
    return nodes;
  }

  private Node node(int place) {
    range.check();
    return nodes[place].checked();
  }

  private Node node(String name, Kind kind) {
    Node node = node(index.of(name));
    if (node.kind != kind) {
      throw mismatch(node, ColumnAccess.of(kind).howToRead(name));
    }
    return node;
  }

  private static IllegalArgumentException mismatch(Node node, String asked) {
    Field field = node.field;
    return new IllegalArgumentException(
        ErrorText.printable(
            "column '"
                + field.name()
                + "' is "
                + field.type()
                + ": read it with "
                + ColumnAccess.of(node.kind).howToRead(field.name())
                + ", not "
                + asked));
  }

  private Node[] numeric(String[] names) {
    Node[] columns = new Node[names.length];
    for (int i = 0; i < names.length; i++) {
      columns[i] = node(index.of(names[i]));
      if (!columns[i].kind.isNumeric()) {
        Field field = columns[i].field;
        throw new IllegalArgumentException(
            ErrorText.printable(
                "column '" + field.name() + "' is " + field.type() + ", not a number"));
      }
    }
    return columns;
  }

  private MemorySegment stackMemory(String[] names) {
    range.check();
    int elements = Tensor.elements((long) range.count * names.length);
    return range.frame.memory.allocate(4L * elements, 64);
  }
}
