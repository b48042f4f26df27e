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
import io.zenith.schema.Field;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/// A value in the cell of a table: cut to a width, and read no further than that, however long it
/// is.
final class CellText {
  /// Bytes a character takes at most in UTF-8.
  private static final int UTF8_MAX = 4;

  private final StringBuilder text = new StringBuilder();
  private final int width;

  private CellText(int width) {
    this.width = width;
  }

  /// The value of a column at a row.
  static String of(Column column, int row, int width) {
    CellText cell = new CellText(width);
    cell.append(column, row);
    return Printable.cut(cell.text.toString(), width);
  }

  private void append(Column column, int row) {
    if (column.isNull(row)) {
      text.append("null");
      return;
    }
    switch (column) {
      case Utf8Column strings -> appendText(strings.bytes(row));
      case BinaryColumn binary -> appendHex(binary.bytes(row));
      case FixedSizeBinaryColumn binary -> appendHex(binary.bytes(row));
      case ListColumn maps when maps.field().type() instanceof DataType.Map ->
          appendMap((StructColumn) maps.get(row));
      case ListColumn lists -> appendList(lists.get(row));
      case FixedSizeListColumn lists -> appendList(lists.get(row));
      case StructColumn structs -> appendStruct(structs, row);
      case UnionColumn unions -> append(unions.get(row), 0);
      case RunEndEncodedColumn runs -> append(runs.values(), runs.get(row));
      case DictionaryColumn values -> append(values.dictionary(), values.get(row));
      case NullColumn _,
          BooleanColumn _,
          ByteColumn _,
          ShortColumn _,
          IntColumn _,
          LongColumn _,
          HalfColumn _,
          FloatColumn _,
          DoubleColumn _,
          DecimalColumn _,
          IntervalColumn _ ->
          text.append(column.text(row));
    }
  }

  private boolean isFull() {
    return text.length() > width;
  }

  /// A character that is cut in two at the end lies behind what is shown.
  private void appendText(MemorySegment bytes) {
    long shown = Math.min(bytes.byteSize(), (long) (width + 1) * UTF8_MAX);
    byte[] start = bytes.asSlice(0, shown).toArray(ValueLayout.JAVA_BYTE);
    text.append(new String(start, StandardCharsets.UTF_8));
  }

  private void appendHex(MemorySegment bytes) {
    long shown = Math.min(bytes.byteSize(), width / 2 + 1);
    text.append(HexFormat.of().formatHex(bytes.asSlice(0, shown).toArray(ValueLayout.JAVA_BYTE)));
  }

  private void appendList(Column elements) {
    text.append('[');
    for (int i = 0; i < elements.rows() && !isFull(); i++) {
      text.append(i == 0 ? "" : ", ");
      append(elements, i);
    }
    text.append(']');
  }

  private void appendMap(StructColumn entries) {
    Column keys = entries.column(0);
    Column values = entries.column(1);
    text.append('{');
    for (int i = 0; i < entries.rows() && !isFull(); i++) {
      text.append(i == 0 ? "" : ", ");
      append(keys, i);
      text.append(": ");
      append(values, i);
    }
    text.append('}');
  }

  private void appendStruct(StructColumn structs, int row) {
    List<Field> fields = ((DataType.Struct) structs.field().type()).fields();
    text.append('{');
    for (int i = 0; i < fields.size() && !isFull(); i++) {
      text.append(i == 0 ? "" : ", ").append(fields.get(i).name()).append(": ");
      append(structs.column(i), row);
    }
    text.append('}');
  }
}
