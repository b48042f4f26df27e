package io.zenith.arrow;

import io.zenith.arrow.schema.ColumnPath;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Values of any type as text that is equal where they are: type by type the bytes of the value,
/// with lengths before what has no fixed one. Values of floating point are equal if their bits are.
final class ValueKey {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private ValueKey() {}

  /// The key of one value of a column.
  static String of(ArrayData data, long row) {
    ValueKey key = new ValueKey();
    key.add(data, row);
    return key.out.toString(StandardCharsets.ISO_8859_1);
  }

  private void add(ArrayData data, long row) {
    MemorySegment validity = data.buffers().getFirst();
    boolean isNull =
        data.type() instanceof DataType.Null
            || (data.nullCount() != 0 && validity.byteSize() > 0 && !Bits.get(validity, row));
    out.write(isNull ? 0 : 1);
    if (!isNull) {
      value(data, row);
    }
  }

  private void value(ArrayData data, long row) {
    ColumnPlan plan = plan(data.type());
    switch (data.type()) {
      case DataType.Null _ -> {}
      case DataType.Bool _ -> out.write(Bits.get(data.buffers().get(1), row) ? 1 : 0);
      case DataType.Int _,
          DataType.FloatingPoint _,
          DataType.Decimal _,
          DataType.FixedSizeBinary _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Duration _,
          DataType.Interval _ ->
          bytes(data.buffers().get(1), row * plan.width(), plan.width());
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Binary _, DataType.LargeBinary _ -> {
        long from = offset(data, plan, row);
        long length = offset(data, plan, row + 1) - from;
        length(length);
        bytes(data.buffers().get(2), from, length);
      }
      case DataType.Utf8View _, DataType.BinaryView _ -> view(data, row);
      case DataType.List _, DataType.LargeList _, DataType.Map _ -> {
        long from = offset(data, plan, row);
        elements(data, from, offset(data, plan, row + 1) - from);
      }
      case DataType.ListView _, DataType.LargeListView _ ->
          elements(
              data,
              offset(data, plan, row),
              Numbers.get(data.buffers().get(2), plan.offsetWidth(), row));
      case DataType.FixedSizeList(_, int size) -> elements(data, row * size, size);
      case DataType.Struct _ -> data.children().forEach(child -> add(child, row));
      case DataType.Union union -> {
        int id = data.buffers().get(1).get(Numbers.BYTE, row);
        out.write(id);
        boolean dense = union.mode() == UnionMode.DENSE;
        long place = dense ? Numbers.get(data.buffers().get(2), Integer.BYTES, row) : row;
        add(data.children().get(union.typeIds().indexOf(id)), place);
      }
      case DataType.RunEndEncoded(Field ends, _) -> {
        ArrayData runs = data.children().getFirst();
        int width = plan(ends.type()).width();
        add(data.children().getLast(), RunWriter.find(runs, width, row));
      }
      case DataType.Dictionary _ -> {
        long place = Numbers.get(data.buffers().get(1), plan.width(), row);
        add(data.dictionary().orElseThrow().values(), place);
      }
    }
  }

  private static ColumnPlan plan(DataType type) {
    return new ColumnPlan(new ColumnPath(null, ""), type, List.of(), null);
  }

  private static long offset(ArrayData data, ColumnPlan plan, long place) {
    return Numbers.get(data.buffers().get(1), plan.offsetWidth(), place);
  }

  private void elements(ArrayData data, long from, long count) {
    length(count);
    for (long i = from; i < from + count; i++) {
      add(data.children().getFirst(), i);
    }
  }

  private void view(ArrayData data, long row) {
    MemorySegment views = data.buffers().get(1);
    long view = row * 16;
    long length = Numbers.get(views, Integer.BYTES, row * 4);
    length(length);
    if (length <= 12) {
      bytes(views, view + 4, length);
    } else {
      int buffer = views.get(Numbers.INT, view + 8);
      bytes(data.buffers().get(2 + buffer), Numbers.get(views, Integer.BYTES, row * 4 + 3), length);
    }
  }

  private void length(long length) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (length >> shift));
    }
  }

  private void bytes(MemorySegment from, long at, long count) {
    out.writeBytes(from.asSlice(at, count).toArray(ValueLayout.JAVA_BYTE));
  }
}
