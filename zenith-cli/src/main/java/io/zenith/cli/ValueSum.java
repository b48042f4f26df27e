package io.zenith.cli;

import io.zenith.BinaryColumn;
import io.zenith.BooleanColumn;
import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.DecimalColumn;
import io.zenith.DictionaryColumn;
import io.zenith.DoubleColumn;
import io.zenith.FixedSizeBinaryColumn;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import io.zenith.HalfColumn;
import io.zenith.IntColumn;
import io.zenith.IntervalColumn;
import io.zenith.ListColumn;
import io.zenith.LongColumn;
import io.zenith.NullColumn;
import io.zenith.RunEndEncodedColumn;
import io.zenith.ShortColumn;
import io.zenith.StructColumn;
import io.zenith.UnionColumn;
import io.zenith.Utf8Column;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Touches values by adding up their bytes, with the lengths of what has a length. The sum depends
/// on the rows alone, not on how they were batched, so two readings can be compared by it.
final class ValueSum {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Every second byte of a word.
  private static final long EVEN_BYTES = 0x00FF00FF00FF00FFL;

  /// Each word adds at most 510 to a lane of 16 bits, so 128 words fit.
  private static final int WORDS_A_FOLD = 128;

  private long sum;
  private long bytes;

  /// The sum of all that was touched.
  long sum() {
    return sum;
  }

  /// How many bytes of values were touched; validity and offsets do not count.
  long bytes() {
    return bytes;
  }

  /// Touches every value of a column.
  void add(Column column) {
    if (column.field().nullable()) {
      sum += column.nullCount();
    }
    switch (column) {
      case NullColumn _ -> {}
      case BooleanColumn values -> addAll(values);
      case ByteColumn values -> add(values.segment());
      case ShortColumn values -> add(values.segment());
      case IntColumn values -> add(values.segment());
      case LongColumn values -> add(values.segment());
      case HalfColumn values -> add(values.segment());
      case FloatColumn values -> add(values.segment());
      case DoubleColumn values -> add(values.segment());
      case DecimalColumn values -> add(values.segment());
      case IntervalColumn values -> add(values.segment());
      case FixedSizeBinaryColumn values -> add(values.segment());
      case Utf8Column values when isScattered(values) -> addEach(values);
      case Utf8Column values -> {
        for (int row = 0; row < values.rows(); row++) {
          sum += values.byteLength(row);
        }
        add(values.segment());
      }
      case BinaryColumn values when isScattered(values) -> addEach(values);
      case BinaryColumn values -> {
        for (int row = 0; row < values.rows(); row++) {
          sum += values.byteLength(row);
        }
        add(values.segment());
      }
      case ListColumn lists when isScattered(lists) -> addEach(lists);
      case ListColumn lists -> {
        for (int row = 0; row < lists.rows(); row++) {
          sum += lists.length(row);
        }
        add(lists.elements());
      }
      case FixedSizeListColumn lists -> add(lists.elements());
      case StructColumn structs -> {
        for (int i = 0; i < fields(structs); i++) {
          add(structs.column(i));
        }
      }
      case UnionColumn values -> addEach(values);
      case RunEndEncodedColumn runs -> addAll(runs);
      case DictionaryColumn values -> addAll(values);
    }
  }

  /// Touches one value.
  void add(Column column, int row) {
    if (isScattered(column) && column.isNull(row)) {
      return;
    }
    switch (column) {
      case NullColumn _ -> {}
      case BooleanColumn values -> {
        sum += values.get(row) ? 1 : 0;
        bytes++;
      }
      case ByteColumn values -> add(values.segment(), values.rows(), row);
      case ShortColumn values -> add(values.segment(), values.rows(), row);
      case IntColumn values -> add(values.segment(), values.rows(), row);
      case LongColumn values -> add(values.segment(), values.rows(), row);
      case HalfColumn values -> add(values.segment(), values.rows(), row);
      case FloatColumn values -> add(values.segment(), values.rows(), row);
      case DoubleColumn values -> add(values.segment(), values.rows(), row);
      case DecimalColumn values -> add(values.segment(), values.rows(), row);
      case IntervalColumn values -> add(values.segment(), values.rows(), row);
      case FixedSizeBinaryColumn values -> add(values.bytes(row));
      case Utf8Column values -> addWithLength(values.bytes(row));
      case BinaryColumn values -> addWithLength(values.bytes(row));
      case ListColumn lists -> {
        sum += lists.length(row);
        add(lists.get(row));
      }
      case FixedSizeListColumn lists -> add(lists.get(row));
      case StructColumn structs -> {
        for (int i = 0; i < fields(structs); i++) {
          add(structs.column(i), row);
        }
      }
      case UnionColumn values -> {
        sum += values.typeId(row);
        if (!values.isNull(row)) {
          add(values.get(row), 0);
        }
      }
      case RunEndEncodedColumn runs -> {
        if (!runs.isNull(row)) {
          add(runs.values(), runs.get(row));
        }
      }
      case DictionaryColumn values -> {
        if (!values.isNull(row)) {
          add(values.dictionary(), values.get(row));
        }
      }
    }
  }

  /// Whether values may lie anywhere, in any order, and those that are null anywhere at all.
  private static boolean isScattered(Column column) {
    DataType type = column.field().type();
    return type instanceof DataType.Utf8View
        || type instanceof DataType.BinaryView
        || type instanceof DataType.ListView
        || type instanceof DataType.LargeListView;
  }

  private void addEach(Column column) {
    for (int row = 0; row < column.rows(); row++) {
      add(column, row);
    }
  }

  private static int fields(StructColumn structs) {
    return ((DataType.Struct) structs.field().type()).fields().size();
  }

  /// A byte a value, as a loop that reads truth values uses them.
  private void addAll(BooleanColumn values) {
    for (int row = 0; row < values.rows(); row++) {
      sum += values.get(row) ? 1 : 0;
    }
    bytes += values.rows();
  }

  /// The values, not the indices: what is touched does not depend on how it is stored.
  private void addAll(DictionaryColumn values) {
    Column dictionary = values.dictionary();
    for (int row = 0; row < values.rows(); row++) {
      if (!values.isNull(row)) {
        add(dictionary, values.get(row));
      }
    }
  }

  /// As [#addAll(DictionaryColumn)].
  private void addAll(RunEndEncodedColumn runs) {
    Column values = runs.values();
    for (int row = 0; row < runs.rows(); row++) {
      if (!runs.isNull(row)) {
        add(values, runs.get(row));
      }
    }
  }

  private void add(MemorySegment values, int rows, int row) {
    long width = values.byteSize() / rows;
    add(values, row * width, width);
  }

  private void addWithLength(MemorySegment value) {
    sum += value.byteSize();
    add(value);
  }

  private void add(MemorySegment values) {
    add(values, 0, values.byteSize());
  }

  /// Adds up the bytes, eight at a time.
  private void add(MemorySegment values, long from, long size) {
    long total = 0;
    long at = from;
    long stop = from + size;
    while (stop - at >= Long.BYTES) {
      long words = Math.min((stop - at) / Long.BYTES, WORDS_A_FOLD);
      long lanes = 0;
      for (long end = at + words * Long.BYTES; at < end; at += Long.BYTES) {
        long word = values.get(WORD, at);
        lanes += (word & EVEN_BYTES) + (word >>> 8 & EVEN_BYTES);
      }
      total +=
          (lanes & 0xFFFF) + (lanes >>> 16 & 0xFFFF) + (lanes >>> 32 & 0xFFFF) + (lanes >>> 48);
    }
    for (; at < stop; at++) {
      total += values.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
    }
    sum += total;
    bytes += size;
  }
}
