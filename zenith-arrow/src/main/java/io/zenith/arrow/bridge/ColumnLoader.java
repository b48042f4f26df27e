package io.zenith.arrow.bridge;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/// Loads some rows of columns into vectors: cut by address, not copied. Vectors count from 0, so
/// bitmaps that do not begin on a byte are shifted, and run ends that do not begin with the first
/// run are counted anew.
///
/// @param source where the buffers are
/// @param column the name of the column, for errors
record ColumnLoader(BufferSource source, String column) {

  /// Loads the rows `[from, from + count)`, all of which are there.
  void load(FieldVector vector, ArrayData data, long from, long count) {
    int rows = (int) Math.min(count, Integer.MAX_VALUE);
    if (rows < count) {
      throw unsupported(count + " values in a vector; arrow-java counts to " + rows);
    }
    switch (data.type()) {
      case DataType.Null _ -> load(vector, rows, List.of());
      case DataType.Bool _ ->
          load(vector, rows, List.of(validity(data, from, rows), bits(data, 1, from, rows)));
      case DataType.Int(int bits, _) -> fixed(vector, data, from, rows, bits / 8);
      case DataType.FloatingPoint(int bits) -> fixed(vector, data, from, rows, bits / 8);
      case DataType.Decimal decimal -> fixed(vector, data, from, rows, decimal.bits() / 8);
      case DataType.FixedSizeBinary(int width) -> fixed(vector, data, from, rows, width);
      case DataType.Date(int bits) -> fixed(vector, data, from, rows, bits / 8);
      case DataType.Time time -> fixed(vector, data, from, rows, time.bits() / 8);
      case DataType.Timestamp _, DataType.Duration _ -> fixed(vector, data, from, rows, 8);
      case DataType.Interval interval ->
          fixed(
              vector,
              data,
              from,
              rows,
              switch (interval.unit()) {
                case YEAR_MONTH -> 4;
                case DAY_TIME -> 8;
                case MONTH_DAY_NANO -> 16;
              });
      case DataType.Dictionary(var index, _, _) ->
          fixed(vector, data, from, rows, index.bits() / 8);
      case DataType.Utf8 _, DataType.Binary _ -> bytes(vector, data, from, rows, 4);
      case DataType.LargeUtf8 _, DataType.LargeBinary _ -> bytes(vector, data, from, rows, 8);
      case DataType.Utf8View _, DataType.BinaryView _ -> views(vector, data, from, rows);
      case DataType.List _, DataType.Map _ -> list(vector, data, from, rows, 4);
      case DataType.LargeList _ -> list(vector, data, from, rows, 8);
      case DataType.ListView _ -> listView(vector, data, from, rows, 4);
      case DataType.LargeListView _ -> listView(vector, data, from, rows, 8);
      case DataType.FixedSizeList(_, int size) -> {
        load(vector, rows, List.of(validity(data, from, rows)));
        children(vector, data, from * size, (long) rows * size);
      }
      case DataType.Struct _ -> {
        load(vector, rows, List.of(validity(data, from, rows)));
        children(vector, data, from, rows);
      }
      case DataType.Union union -> union(vector, union, data, from, rows);
      case DataType.RunEndEncoded _ -> runs(vector, data, from, rows);
    }
  }

  private static void load(FieldVector vector, int rows, List<ArrowBuf> buffers) {
    // The vector counts its nulls when it is asked for them.
    vector.loadFieldBuffers(new ArrowFieldNode(rows, 0), buffers);
  }

  private void fixed(FieldVector vector, ArrayData data, long from, int rows, int width) {
    load(vector, rows, List.of(validity(data, from, rows), slice(data, 1, from, rows, width)));
  }

  private void bytes(FieldVector vector, ArrayData data, long from, int rows, int width) {
    ArrowBuf offsets = offsets(data, from, rows, width);
    ArrowBuf bytes = source.slice(data.buffers().get(2), 0, offset(offsets, rows, width));
    load(vector, rows, List.of(validity(data, from, rows), offsets, bytes));
  }

  private void views(FieldVector vector, ArrayData data, long from, int rows) {
    List<ArrowBuf> buffers = new ArrayList<>(data.buffers().size());
    buffers.add(validity(data, from, rows));
    buffers.add(slice(data, 1, from, rows, 16));
    for (MemorySegment values : data.buffers().subList(2, data.buffers().size())) {
      buffers.add(source.slice(values, 0, values.byteSize()));
    }
    load(vector, rows, buffers);
  }

  private void list(FieldVector vector, ArrayData data, long from, int rows, int width) {
    ArrowBuf offsets = offsets(data, from, rows, width);
    load(vector, rows, List.of(validity(data, from, rows), offsets));
    children(vector, data, 0, offset(offsets, rows, width));
  }

  private void listView(FieldVector vector, ArrayData data, long from, int rows, int width) {
    load(
        vector,
        rows,
        List.of(
            validity(data, from, rows),
            slice(data, 1, from, rows, width),
            slice(data, 2, from, rows, width)));
    children(vector, data, 0, data.children().getFirst().length());
  }

  private void union(
      FieldVector vector, DataType.Union union, ArrayData data, long from, int rows) {
    refuseNulls(data, from, rows);
    ArrowBuf ids = slice(data, 1, from, rows, 1);
    if (union.mode() == UnionMode.SPARSE) {
      load(vector, rows, List.of(ids));
      children(vector, data, from, rows);
      return;
    }
    load(vector, rows, List.of(ids, slice(data, 2, from, rows, 4)));
    List<FieldVector> children = children(vector, data);
    for (int i = 0; i < children.size(); i++) {
      ArrayData child = data.children().get(i);
      load(children.get(i), child, 0, child.length());
    }
  }

  /// Since metadata version 5 unions have no bitmap of their own; nor have vectors of them.
  private void refuseNulls(ArrayData data, long from, int rows) {
    if (data.buffers().getFirst().byteSize() > 0) {
      ArrowBuf bitmap = bits(data, 0, from, rows);
      for (int row = 0; row < rows; row++) {
        if ((source.int8(bitmap, row >> 3) >> (row & 7) & 1) == 0) {
          throw unsupported("a null by the union's own bitmap; vectors of unions have none");
        }
      }
    }
  }

  private void runs(FieldVector vector, ArrayData data, long from, int rows) {
    ArrayData ends = data.children().getFirst();
    int width = ((DataType.Int) ends.type()).bits() / 8;
    ArrowBuf all = source.slice(ends.buffers().get(1), 0, ends.length() * width);
    long first = rows == 0 ? 0 : endsUpTo(from, all, ends.length(), width);
    long behind = rows == 0 ? 0 : endsUpTo(from + rows - 1, all, ends.length(), width) + 1;
    int count = (int) (behind - first);
    load(vector, rows, List.of());
    List<FieldVector> children = vector.getChildrenFromFields();
    ArrowBuf own =
        from == 0 ? slice(ends, 1, 0, count, width) : rebased(all, first, count, width, from, rows);
    load(children.getFirst(), count, List.of(source.ones(count), own));
    load(children.getLast(), data.children().getLast(), first, count);
  }

  /// How many runs end at a row, or before it.
  private long endsUpTo(long row, ArrowBuf ends, long count, int width) {
    long low = 0;
    long high = count;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (offset(ends, middle, width) <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Run ends that count from a row on.
  private ArrowBuf rebased(ArrowBuf ends, long first, int count, int width, long from, int rows) {
    ArrowBuf own = source.make((long) count * width);
    for (int i = 0; i < count; i++) {
      long end = Math.min(offset(ends, first + i, width) - from, rows);
      switch (width) {
        case 2 -> own.setShort(2L * i, (int) end);
        case 4 -> own.setInt(4L * i, (int) end);
        default -> own.setLong(8L * i, end);
      }
    }
    return own;
  }

  private void children(FieldVector vector, ArrayData data, long from, long count) {
    List<FieldVector> children = children(vector, data);
    for (int i = 0; i < children.size(); i++) {
      load(children.get(i), data.children().get(i), from, count);
    }
  }

  /// Vectors know their children by name, and drop those that have the name of another.
  private List<FieldVector> children(FieldVector vector, ArrayData data) {
    List<FieldVector> children = vector.getChildrenFromFields();
    if (children.size() != data.children().size()) {
      throw unsupported("fields of one name in " + data.type() + "; vectors have each name once");
    }
    return children;
  }

  private ArrowBuf slice(ArrayData data, int buffer, long from, int rows, int width) {
    return source.slice(data.buffers().get(buffer), from * width, (long) rows * width);
  }

  private ArrowBuf offsets(ArrayData data, long from, int rows, int width) {
    return rows == 0
        ? source.zero()
        : source.slice(data.buffers().get(1), from * width, (rows + 1L) * width);
  }

  private long offset(ArrowBuf offsets, long place, int width) {
    return switch (width) {
      case 2 -> offsets.getShort(2 * place);
      case 4 -> source.int32(offsets, 4 * place);
      default -> offsets.getLong(8 * place);
    };
  }

  private ArrowBuf validity(ArrayData data, long from, int rows) {
    return data.buffers().getFirst().byteSize() == 0
        ? source.ones(rows)
        : bits(data, 0, from, rows);
  }

  private ArrowBuf bits(ArrayData data, int buffer, long from, int rows) {
    MemorySegment bits = data.buffers().get(buffer);
    int shift = (int) (from & 7);
    long bytes = Math.ceilDiv(rows, 8);
    if (shift == 0 || rows == 0) {
      return source.slice(bits, from >> 3, bytes);
    }
    ArrowBuf all = source.slice(bits, from >> 3, Math.ceilDiv(shift + (long) rows, 8));
    ArrowBuf shifted = source.make(bytes);
    long at = 0;
    for (; at + Long.BYTES < all.capacity(); at += Long.BYTES) {
      long next = (long) source.int8(all, at + Long.BYTES) << (Long.SIZE - shift);
      shifted.setLong(at, all.getLong(at) >>> shift | next);
    }
    for (; at < bytes; at++) {
      int next = at + 1 < all.capacity() ? source.int8(all, at + 1) << (8 - shift) : 0;
      shifted.setByte(at, (source.int8(all, at) & 0xFF) >>> shift | next);
    }
    return shifted;
  }

  private UnsupportedDataException unsupported(String what) {
    return new UnsupportedDataException("column '" + column + "'", what);
  }
}
