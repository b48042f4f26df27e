package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Puts some values of columns into the body of a message: offsets begin at 0, bitmaps at a byte,
/// and children hold what is used.
///
/// One span of fixed-width values is a slice of its buffer, and so are bytes and offsets that begin
/// at 0: nothing is done for each row. Several spans are gathered.
final class ColumnWriter {
  private final WrittenBody body;
  private final WriterMemory memory;
  private final DictionaryTarget dictionaries;

  /// @param dictionaries where the dictionaries of the columns go before
  ColumnWriter(WrittenBody body, WriterMemory memory, DictionaryTarget dictionaries) {
    this.body = body;
    this.memory = memory;
    this.dictionaries = dictionaries;
  }

  /// Adds some values of a column.
  void add(ColumnPlan plan, ArrayData data, Spans rows) throws IOException {
    switch (plan.type()) {
      case DataType.Null _ -> body.node(rows.count(), rows.count());
      case DataType.Bool _ -> {
        validity(data, rows);
        body.buffer(bits(data.buffers().get(1), rows));
      }
      case DataType.Int _,
          DataType.FloatingPoint _,
          DataType.Decimal _,
          DataType.FixedSizeBinary _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Duration _,
          DataType.Interval _ -> {
        validity(data, rows);
        body.buffer(fixed(data.buffers().get(1), plan.width(), rows));
      }
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Binary _, DataType.LargeBinary _ -> {
        Spans bytes = offsets(plan, data, rows, validity(data, rows));
        body.buffer(fixed(data.buffers().get(2), 1, bytes));
      }
      case DataType.Utf8View _, DataType.BinaryView _ -> {
        validity(data, rows);
        new ViewWriter(body, memory).add(data, rows);
      }
      case DataType.List _, DataType.LargeList _, DataType.Map _ ->
          child(plan, data, 0, offsets(plan, data, rows, validity(data, rows)));
      case DataType.ListView _, DataType.LargeListView _ -> {
        validity(data, rows);
        int width = plan.offsetWidth();
        child(plan, data, 0, new ListViewWriter(body, memory, width).add(data, rows));
      }
      case DataType.FixedSizeList(_, int size) -> {
        validity(data, rows);
        child(plan, data, 0, rows.times(size));
      }
      case DataType.Struct _ -> {
        validity(data, rows);
        children(plan, data, rows);
      }
      case DataType.Union union -> union(plan, union.mode(), data, rows);
      case DataType.RunEndEncoded _ -> {
        body.node(rows.count(), 0);
        int width = plan.children().getFirst().width();
        child(plan, data, 1, new RunWriter(body, memory, width).add(data, rows));
      }
      case DataType.Dictionary _ -> dictionary(plan, data, rows);
    }
  }

  private void child(ColumnPlan plan, ArrayData data, int index, Spans rows) throws IOException {
    add(plan.children().get(index), data.children().get(index), rows);
  }

  private void children(ColumnPlan plan, ArrayData data, Spans rows) throws IOException {
    for (int i = 0; i < plan.children().size(); i++) {
      child(plan, data, i, rows);
    }
  }

  /// Indices, behind which the column may have been given another dictionary than its own.
  private void dictionary(ColumnPlan plan, ArrayData data, Spans rows) throws IOException {
    MemorySegment indices = fixed(data.buffers().get(1), plan.width(), rows);
    DictionaryWriter dictionary = Objects.requireNonNull(plan.dictionary());
    int[] places = dictionary.write(data.dictionary().orElseThrow().values(), dictionaries, memory);
    MemorySegment valid = validity(data, rows);
    boolean asTheyAre = places.length == 0 && valid.byteSize() == 0;
    body.buffer(
        asTheyAre
            ? indices
            : IndexMap.apply(places, indices, plan.width(), valid, rows.count(), memory));
  }

  private void union(ColumnPlan plan, UnionMode mode, ArrayData data, Spans rows)
      throws IOException {
    ArrayData union = new UnionNulls(plan, memory).intoChildren(data, rows);
    body.node(rows.count(), 0);
    MemorySegment ids = fixed(union.buffers().get(1), 1, rows);
    body.buffer(ids);
    switch (mode) {
      case SPARSE -> children(plan, union, rows);
      case DENSE -> {
        DenseUnionWriter dense = new DenseUnionWriter((DataType.Union) plan.type(), memory);
        body.buffer(dense.offsets(memory.local(ids), union.buffers().get(2), rows));
        for (int i = 0; i < plan.children().size(); i++) {
          child(plan, union, i, dense.values(i));
        }
      }
    }
  }

  /// Adds node and validity bitmap, which is left out if nothing is null.
  ///
  /// @return the bitmap, empty if nothing is null
  private MemorySegment validity(ArrayData data, Spans rows) {
    MemorySegment source = data.buffers().getFirst();
    MemorySegment bitmap = MemorySegment.NULL;
    long nulls = 0;
    if (data.nullCount() != 0 && source.byteSize() > 0) {
      bitmap = bits(source, rows);
      nulls = rows.count() - Bits.ones(bitmap, rows.count());
    }
    body.node(rows.count(), nulls);
    MemorySegment written = nulls == 0 ? MemorySegment.NULL : bitmap;
    body.buffer(written);
    return written;
  }

  /// A bitmap that begins at a byte, and ends in zeros.
  private MemorySegment bits(MemorySegment source, Spans rows) {
    MemorySegment bits = memory.allocate(Bits.bytes(rows.count())).fill((byte) 0);
    long at = 0;
    for (Span span : rows.list()) {
      long first = span.from() >> 3;
      MemorySegment bytes = source.asSlice(first, Bits.bytes(span.end()) - first);
      Bits.copy(memory.local(bytes), span.from() & 7, bits, at, span.count());
      at += span.count();
    }
    return bits;
  }

  private MemorySegment fixed(MemorySegment values, int width, Spans rows) {
    return Gather.fixed(values, width, rows, memory);
  }

  /// Adds offsets that begin at 0, one more than there are rows.
  ///
  /// @param valid which rows are not null; all if empty
  /// @return the elements or bytes of the rows
  private Spans offsets(ColumnPlan plan, ArrayData data, Spans rows, MemorySegment valid) {
    int width = plan.offsetWidth();
    MemorySegment source = data.buffers().get(1);
    if (valid.byteSize() > 0 && !areNullsEmpty(source, width, rows, valid)) {
      return offsetsWithoutNulls(source, width, rows, valid);
    }
    Spans elements = new Spans();
    for (Span span : rows.list()) {
      long first = Numbers.get(source, width, span.from());
      elements.add(first, Numbers.get(source, width, span.end()) - first);
    }
    requireCountable(width, elements.count());
    if (rows.list().size() == 1) {
      Span span = rows.list().getFirst();
      if (Numbers.get(source, width, span.from()) == 0) {
        body.buffer(source.asSlice(span.from() * width, (span.count() + 1) * width));
        return elements;
      }
    }
    body.buffer(shifted(source, width, rows));
    return elements;
  }

  /// Whether nothing lies under a null, as most writers leave it.
  private boolean areNullsEmpty(MemorySegment source, int width, Spans rows, MemorySegment valid) {
    long at = 0;
    for (Span span : rows.list()) {
      MemorySegment offsets =
          memory.local(source.asSlice(span.from() * width, (span.count() + 1) * width));
      for (long i = 0; i < span.count(); i++, at++) {
        if (!Bits.get(valid, at)
            && Numbers.get(offsets, width, i) != Numbers.get(offsets, width, i + 1)) {
          return false;
        }
      }
    }
    return true;
  }

  /// As [#offsets] where something lies under a null. It is left out: Polars refuses a text column
  /// for bytes under a null that are not text, PyArrow a column of maps for keys there that are
  /// null.
  private Spans offsetsWithoutNulls(
      MemorySegment source, int width, Spans rows, MemorySegment valid) {
    MemorySegment offsets = memory.allocate((rows.count() + 1) * width);
    Numbers.set(offsets, width, 0, 0);
    Spans elements = new Spans();
    long at = 0;
    for (Span span : rows.list()) {
      MemorySegment old =
          memory.local(source.asSlice(span.from() * width, (span.count() + 1) * width));
      for (long i = 0; i < span.count(); i++, at++) {
        if (Bits.get(valid, at)) {
          long first = Numbers.get(old, width, i);
          elements.add(first, Numbers.get(old, width, i + 1) - first);
        }
        Numbers.set(offsets, width, at + 1, elements.count());
      }
    }
    requireCountable(width, elements.count());
    body.buffer(offsets);
    return elements;
  }

  private static void requireCountable(int width, long elements) {
    if (width == Integer.BYTES && elements > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          elements + " elements or bytes are more than offsets of 32 bits can count");
    }
  }

  private MemorySegment shifted(MemorySegment source, int width, Spans rows) {
    MemorySegment offsets = memory.allocate((rows.count() + 1) * width);
    Numbers.set(offsets, width, 0, 0);
    long at = 0;
    for (Span span : rows.list()) {
      MemorySegment old =
          memory.local(source.asSlice(span.from() * width, (span.count() + 1) * width));
      long shift = Numbers.get(offsets, width, at) - Numbers.get(old, width, 0);
      if (width == Integer.BYTES) {
        for (long i = 1; i <= span.count(); i++) {
          int offset = old.get(Numbers.INT, i << 2) + (int) shift;
          offsets.set(Numbers.INT, (at + i) << 2, offset);
        }
      } else {
        for (long i = 1; i <= span.count(); i++) {
          offsets.set(Numbers.LONG, (at + i) << 3, old.get(Numbers.LONG, i << 3) + shift);
        }
      }
      at += span.count();
    }
    return offsets;
  }
}
