package io.zenith.csv;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads records of a split as columns.
final class CsvReader implements BatchIterator {
  private final Text text;
  private final CsvSplit split;
  private final ReadRequest request;
  private final Iterator<RowRange> ranges;
  private final int batchRows;

  /// What is read, each column once.
  private final List<Reader> columns = new ArrayList<>();

  /// For each column that is asked for, its place among those.
  private final int[] order;

  private @Nullable RecordReader records;

  /// The record that comes next in what was scanned, and its number in the file.
  private int used;

  private long next;
  private long rangeEnd;

  /// How many records are not read yet.
  private long left;

  /// The columns that were made last, and their rows that are not delivered yet: for each range a
  /// part of its own, so that many small ranges share their columns.
  private List<ArrayData> made = List.of();

  private final Deque<RowRange> parts = new ArrayDeque<>();
  private @Nullable RecordBatch batch;

  /// One column.
  private record Reader(CsvColumn column, FieldRanges fields, ColumnBuilder builder) {}

  CsvReader(Text text, CsvSplit split, ReadRequest request) {
    this.text = text;
    this.split = split;
    this.request = request;
    this.ranges = request.ranges().iterator();
    this.left = request.rows();
    this.batchRows = batchRows(split);
    this.order = new int[request.columns().size()];
    CsvFile known = split.known();
    PlainNumbers numbers = new PlainNumbers();
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < order.length; i++) {
      Projection wanted = request.columns().get(i);
      order[i] = places.computeIfAbsent(wanted.place(), _ -> places.size());
      if (order[i] == columns.size()) {
        CsvColumn column = known.columns().get(wanted.place());
        columns.add(
            new Reader(
                column,
                new FieldRanges(known.layout().dialect(), known.nulls(), column.isText()),
                column.builder(known.layout().dialect(), split.file().toString(), numbers)));
      }
    }
  }

  /// How many rows a record batch has: a power of two, so that batches of users end where it does.
  private static int batchRows(CsvSplit split) {
    long bytes = Math.max(1, (split.end() - split.from()) / Math.max(1, split.rows()));
    return Integer.highestOneBit(
        Math.clamp(split.known().layout().sizes().batch() / bytes, 1, 1 << 16));
  }

  /// How many record batches a split has.
  static long batches(CsvSplit split) {
    return Math.ceilDiv(split.rows(), batchRows(split)) + 1; // the first one may be cut short
  }

  @Override
  public boolean advance() throws IOException {
    if (parts.isEmpty()) {
      if (left == 0) {
        return false;
      }
      make();
    }
    RowRange part = parts.remove();
    batch = new RecordBatch(part.from(), part.count(), made);
    return true;
  }

  private void make() throws IOException {
    enterRange();
    long begun = (next - split.range().from()) % batchRows;
    int rows = (int) Math.min(batchRows - begun, left);
    columns.forEach(column -> column.builder.begin(rows, request.buffers()));
    int done = 0;
    while (done < rows) {
      enterRange();
      int count = (int) Math.min(rows - done, rangeEnd - next);
      read(count);
      parts.add(new RowRange(done, count));
      done += count;
    }
    left -= rows;
    List<ArrayData> each =
        columns.stream().map(column -> column.builder.end(request.buffers())).toList();
    List<ArrayData> wanted = new ArrayList<>(order.length);
    for (int place : order) {
      wanted.add(each.get(place));
    }
    made = wanted;
  }

  /// Goes to the next range where one has ended.
  private void enterRange() throws IOException {
    if (next == rangeEnd) {
      RowRange range = ranges.next();
      seek(split.range().from() + range.from());
      rangeEnd = split.range().from() + range.end();
    }
  }

  private void read(int rows) throws IOException {
    int done = 0;
    while (done < rows) {
      RecordReader from = records;
      if (from == null || (used == from.scan().records() && !more())) {
        throw tooFew(next + done);
      }
      int count = Math.min(rows - done, from.scan().records() - used);
      add(from, count);
      done += count;
    }
    next += rows;
  }

  private MalformedDataException tooFew(long records) {
    return new MalformedDataException(
        split.toString(), "records up to " + records, "as many as when it was opened");
  }

  private void add(RecordReader from, int count) throws IOException {
    int fields = split.known().columns().size();
    for (Reader reader : columns) {
      reader.fields.find(from.scan(), reader.column.place(), fields, used, count);
      int done = reader.builder.add(reader.fields);
      if (done < count) {
        throw refused(from, reader, done);
      }
    }
    used += count;
  }

  private MalformedDataException refused(RecordReader from, Reader reader, int row)
      throws IOException {
    FieldRanges fields = reader.fields;
    return BadValue.of(
        from.place(fields.from(row)),
        reader.column,
        fields.text(),
        from.offset(),
        fields.from(row),
        fields.to(row));
  }

  /// Goes to a record.
  private void seek(long record) throws IOException {
    RecordReader open = records;
    if (open != null && record >= next) {
      // What lies between is scanned if it is not much.
      while (record - next > open.scan().records() - used && record - next < batchRows) {
        next += open.scan().records() - used;
        used = open.scan().records();
        if (!more()) {
          throw tooFew(next);
        }
      }
      if (record - next <= open.scan().records() - used) {
        used += (int) (record - next);
        next = record;
        return;
      }
    }
    close();
    CsvFile known = split.known();
    int[] places = columns.stream().mapToInt(reader -> reader.column.place()).toArray();
    long from = record == split.range().from() ? split.from() : known.place(text, record);
    records = new RecordReader(text, known.layout(), from, split.end(), places);
    used = 0;
    next = record;
  }

  private boolean more() throws IOException {
    used = 0;
    RecordReader open = records;
    return open != null && open.next();
  }

  @Override
  public RecordBatch batch() {
    RecordBatch current = batch;
    if (current == null) {
      throw new IllegalStateException("no batch: call advance");
    }
    return current;
  }

  @Override
  public void close() {
    RecordReader open = records;
    records = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
