package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Unions had bitmaps of their own before metadata version 5; since then only their children have.
///
/// A row that the bitmap of a union marks as null becomes null in the child that it names.
final class UnionNulls {
  private final ColumnPlan plan;
  private final DataType.Union type;
  private final WriterMemory memory;

  UnionNulls(ColumnPlan plan, WriterMemory memory) {
    this.plan = plan;
    this.type = (DataType.Union) plan.type();
    this.memory = memory;
  }

  /// The same values of some rows, without a bitmap of the union.
  ArrayData intoChildren(ArrayData data, Spans rows) {
    MemorySegment validity = data.buffers().getFirst();
    if (data.nullCount() == 0 || validity.byteSize() == 0) {
      return data;
    }
    List<@Nullable MemorySegment> marks = new ArrayList<>();
    data.children().forEach(_ -> marks.add(null));
    mark(data, rows, marks);
    refuseSharing(data, rows, marks);
    List<ArrayData> children = new ArrayList<>();
    for (int i = 0; i < marks.size(); i++) {
      MemorySegment mark = marks.get(i);
      ArrayData child = data.children().get(i);
      children.add(mark == null ? child : withNulls(child, mark));
    }
    return new ArrayData(type, data.length(), 0, data.buffers(), children, data.dictionary());
  }

  /// Sets a bit for each value of a child that becomes null.
  private void mark(ArrayData data, Spans rows, List<@Nullable MemorySegment> marks) {
    for (Span span : rows.list()) {
      for (long row = span.from(); row < span.end(); row++) {
        if (!Bits.get(data.buffers().getFirst(), row)) {
          int child = child(data, row);
          MemorySegment mark = marks.get(child);
          if (mark == null) {
            long bytes = Bits.bytes(data.children().get(child).length());
            mark = memory.allocate(bytes).fill((byte) 0);
            marks.set(child, mark);
          }
          Bits.set(mark, place(data, row));
        }
      }
    }
  }

  private void refuseSharing(ArrayData data, Spans rows, List<@Nullable MemorySegment> marks) {
    for (Span span : rows.list()) {
      for (long row = span.from(); row < span.end(); row++) {
        MemorySegment mark = marks.get(child(data, row));
        if (mark != null
            && Bits.get(data.buffers().getFirst(), row)
            && Bits.get(mark, place(data, row))) {
          throw new IllegalStateException(
              plan.path() + " of " + type + ": a null row shares its value with another row");
        }
      }
    }
  }

  private int child(ArrayData data, long row) {
    return type.typeIds().indexOf((int) data.buffers().get(1).get(Numbers.BYTE, row));
  }

  private long place(ArrayData data, long row) {
    return type.mode() == UnionMode.DENSE
        ? Numbers.get(data.buffers().get(2), Integer.BYTES, row)
        : row;
  }

  private ArrayData withNulls(ArrayData child, MemorySegment marks) {
    if (child.type() instanceof DataType.Null) {
      return child;
    }
    if (child.type() instanceof DataType.RunEndEncoded) {
      throw new IllegalStateException(
          plan.path()
              + " of "
              + type
              + ": a row is null by the union's own bitmap, which "
              + child.type()
              + " inside cannot express");
    }
    MemorySegment old = child.buffers().getFirst();
    MemorySegment validity = memory.allocate(marks.byteSize());
    for (long i = 0; i < validity.byteSize(); i++) {
      boolean all = child.nullCount() == 0 || old.byteSize() == 0;
      int valid = all ? -1 : old.get(Numbers.BYTE, i);
      validity.set(Numbers.BYTE, i, (byte) (valid & ~marks.get(Numbers.BYTE, i)));
    }
    List<MemorySegment> buffers = new ArrayList<>(child.buffers());
    buffers.set(0, validity);
    return new ArrayData(
        child.type(), child.length(), -1, buffers, child.children(), child.dictionary());
  }
}
