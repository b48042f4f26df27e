package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.ValueText;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.Field;
import java.util.function.IntConsumer;

/// The values of one column in one batch: a view, nothing is copied.
///
/// There is one final class for each width and shape; several types share one (a date is an
/// [IntColumn] or a [LongColumn], as stored). Read values on the concrete class, which [Batch#get]
/// and the accessors of [Batch] return: the loop then runs at the speed of the memory.
///
/// A column is valid as long as its batch, that is until the loader's next step; then every method
/// that touches data throws [IllegalStateException]. It may be read by any thread that it was
/// safely handed to. Rows count from 0 within the batch; a row outside gives
/// [IndexOutOfBoundsException]. What `get` returns where [#isNull] is true is unspecified.
///
/// If another process truncates a mapped file, bulk methods (`copyTo`, `toArray`) throw
/// [MalformedDataException][io.zenith.error.MalformedDataException], and a loop over `get` meets
/// the JVM's `InternalError`.
public abstract sealed class Column
    permits NullColumn,
        BooleanColumn,
        ByteColumn,
        ShortColumn,
        IntColumn,
        LongColumn,
        HalfColumn,
        FloatColumn,
        DoubleColumn,
        DecimalColumn,
        IntervalColumn,
        Utf8Column,
        BinaryColumn,
        FixedSizeBinaryColumn,
        ListColumn,
        FixedSizeListColumn,
        StructColumn,
        UnionColumn,
        RunEndEncodedColumn,
        DictionaryColumn {

  /// How many values [#toString()] shows.
  private static final int PRINTED = 10;

  final Range range;
  final Node node;

  Column(Range range, Node node) {
    this.range = range;
    this.node = node;
  }

  static Column of(Range range, Node node) {
    return switch (node.kind) {
      case BOOLEAN -> new BooleanColumn(range, node);
      case BYTE -> new ByteColumn(range, node);
      case SHORT -> new ShortColumn(range, node);
      case INT -> new IntColumn(range, node);
      case LONG -> new LongColumn(range, node);
      case HALF -> new HalfColumn(range, node);
      case FLOAT -> new FloatColumn(range, node);
      case DOUBLE -> new DoubleColumn(range, node);
      case DECIMAL -> new DecimalColumn(range, node);
      case UTF8 -> new Utf8Column(range, node);
      case BINARY -> new BinaryColumn(range, node);
      case FIXED_SIZE_BINARY -> new FixedSizeBinaryColumn(range, node);
      case LIST -> new ListColumn(range, node);
      case FIXED_SIZE_LIST -> new FixedSizeListColumn(range, node);
      case STRUCT -> new StructColumn(range, node);
      case DICTIONARY -> new DictionaryColumn(range, node);
      case NULL, INTERVAL, UNION, RUN_END_ENCODED -> rare(range, node);
    };
  }

  /// Apart from the others, since a longer method than that is not compiled into its callers: 14 ns
  /// for the 12 columns of a batch.
  private static Column rare(Range range, Node node) {
    return switch (node.kind) {
      case NULL -> new NullColumn(range, node);
      case INTERVAL -> new IntervalColumn(range, node);
      case UNION -> new UnionColumn(range, node);
      default -> new RunEndEncodedColumn(range, node);
    };
  }

  /// Name, type and metadata.
  public final Field field() {
    return node.field;
  }

  /// How many values.
  public final int rows() {
    return range.count;
  }

  /// Whether the value at a row is null.
  public final boolean isNull(int row) {
    return node.isNull(range.at(row));
  }

  /// How many values are null.
  public final int nullCount() {
    range.check();
    int[] nulls = {0};
    Nulls.forEach(node, range.start, range.count, _ -> nulls[0]++);
    return nulls[0];
  }

  /// The value at a row as text, for people: `null`, `2024-02-29`, `[1, 2]`, `{a: 1}`, hex for
  /// bytes.
  public final String text(int row) {
    return text(row, Integer.MAX_VALUE);
  }

  private String text(int row, int limit) {
    long place = range.at(row);
    try {
      return settled(place, limit);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  private String settled(long place, int limit) {
    try {
      return ValueText.of(node, place, limit);
    } finally {
      Fault.settle();
    }
  }

  /// Calls for each row. A fault of a mapped file comes out as what it is, also where something
  /// else was thrown because of it.
  final void forEach(IntConsumer action) {
    try {
      settled(action);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  private void settled(IntConsumer action) {
    try {
      for (int row = 0; row < range.count; row++) {
        action.accept(row);
      }
    } finally {
      Fault.settle();
    }
  }

  /// Field, count and the first values, on one line of at most 1 KB.
  @Override
  public final String toString() {
    String what = node.field + ", " + range.count + " rows";
    return ErrorText.printable(range.isReleased() ? what + ", released" : what + ": " + first());
  }

  private String first() {
    StringBuilder text = new StringBuilder("[");
    for (int row = 0; row < Math.min(range.count, PRINTED); row++) {
      text.append(row == 0 ? "" : ", ").append(text(row, ErrorText.LIMIT));
    }
    return text.append(range.count > PRINTED ? ", ...]" : "]").toString();
  }

  /// Makes sure that nothing is null, for whoever copies values without validity.
  final void requireNoNulls() {
    range.check();
    Nulls.refuse(node, range.start, range.count);
  }
}
