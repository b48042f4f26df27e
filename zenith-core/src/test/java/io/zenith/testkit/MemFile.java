package io.zenith.testkit;

import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// A file of the test format `mem`, whose record batches a test has built in memory.
///
/// A mapped one delivers views without decoding, as an Arrow file does; a decoding one copies into
/// the buffers of the request when it is advanced, as a Parquet file does. A probe sees every step
/// and may wait or fail there.
public final class MemFile {
  /// Where a probe is called.
  public enum Point {
    /// A source is being opened.
    OPEN,
    /// A read of a split begins.
    READ,
    /// A record batch is being decoded.
    ADVANCE,
    /// A source is asked what it knows about the values of a split.
    FACTS,
    /// A read has ended.
    CLOSE,
    /// A source is being closed.
    RELEASE
  }

  /// Sees every step of the work on a file.
  @FunctionalInterface
  public interface Probe {
    /// Does nothing, waits, or fails.
    ///
    /// @param split the number of the split, -1 while the file is opened or released
    void at(Point point, int split) throws IOException;
  }

  /// What a file says about its values. By default nothing.
  public interface Facts {
    /// What its footer says.
    default Optional<Zones> ofFooter(int split, List<Integer> path) {
      return Optional.empty();
    }

    /// The finest bounds.
    default Optional<Zones> ofPages(int split, List<Integer> path) {
      return Optional.empty();
    }

    /// Which of some values may be there.
    default BitSet mayHold(int split, List<Integer> path, ArrayData values) {
      BitSet all = new BitSet();
      all.set(0, (int) values.length());
      return all;
    }
  }

  /// Copies are cut from the request's buffers in multiples of this.
  static final long ALIGNMENT = 8;

  /// Promises the memory that the split does take.
  private static final long ITS_SIZE = -1;

  final String name;
  final Schema schema;
  final boolean decoding;
  final List<MemSplit> splits = new ArrayList<>();
  final AtomicInteger sources = new AtomicInteger();
  final AtomicInteger iterators = new AtomicInteger();
  volatile Probe probe = (_, _) -> {};
  volatile Facts facts = new Facts() {};
  final AtomicLong requestedRows = new AtomicLong();
  final AtomicInteger version = new AtomicInteger();
  volatile long padding;

  private MemFile(String name, Schema schema, boolean decoding) {
    this.name = name;
    this.schema = schema;
    this.decoding = decoding;
  }

  /// A split that knows its data.
  ///
  /// @param file the name of the file
  /// @param number its place in the file
  /// @param rows the rows it says it has
  /// @param bytes the memory it says a read takes at most
  /// @param identity what tells its content
  /// @param batches its data
  record MemSplit(
      String file,
      int number,
      long rows,
      LongSupplier bytes,
      String identity,
      List<RecordBatch> batches,
      Supplier<Facts> facts)
      implements Split {
    @Override
    public long decodedBytes(List<Projection> columns) {
      long promised = bytes.getAsLong();
      return promised == ITS_SIZE
          ? Math.max(1, batches.stream().mapToLong(batch -> size(batch, columns)).sum())
          : promised;
    }

    @Override
    public OptionalLong storedBytes(List<Projection> columns) {
      return OptionalLong.of(batches.stream().mapToLong(batch -> size(batch, columns)).sum());
    }

    @Override
    public Optional<Zones> zones(List<Integer> path, SegmentAllocator memory) {
      return facts.get().ofFooter(number, path).map(zones -> MemFormat.copy(zones, memory));
    }

    @Override
    public boolean randomAccess() {
      return true;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof MemSplit split && split.number == number && split.file.equals(file);
    }

    @Override
    public int hashCode() {
      return number;
    }

    @Override
    public String toString() {
      return file + ", split " + number;
    }
  }

  /// A file whose columns are views.
  public static MemFile mapped(String name, Schema schema) {
    return new MemFile(name, schema, false);
  }

  /// A file whose columns are decoded into the request's buffers.
  public static MemFile decoding(String name, Schema schema) {
    return new MemFile(name, schema, true);
  }

  /// Adds a split of these record batches.
  public MemFile split(RecordBatch... batches) {
    long rows = List.of(batches).stream().mapToLong(RecordBatch::rows).sum();
    return promise(rows, () -> decoding ? ITS_SIZE : 0, batches);
  }

  /// Adds a split that says something of its own about its rows and its memory.
  public MemFile promise(long rows, LongSupplier bytes, RecordBatch... batches) {
    int number = splits.size();
    String identity = "content " + number;
    splits.add(new MemSplit(name, number, rows, bytes, identity, List.of(batches), () -> facts));
    return this;
  }

  /// What the last split says that its content is.
  public MemFile identity(String identity) {
    MemSplit last = splits.removeLast();
    splits.add(
        new MemSplit(
            name, last.number, last.rows, last.bytes, identity, last.batches, () -> facts));
    return this;
  }

  /// Whether columns are decoded, or views.
  public boolean decodes() {
    return decoding;
  }

  /// How many splits it has.
  public int splitCount() {
    return splits.size();
  }

  /// Sets the probe.
  public MemFile probe(Probe next) {
    probe = next;
    return this;
  }

  /// Sets what it says about its values.
  public MemFile facts(Facts next) {
    facts = next;
    return this;
  }

  /// How many rows were asked for, each time anew.
  public long requestedRows() {
    return requestedRows.get();
  }

  /// Makes the storage say that the file is so many bytes larger.
  public MemFile padding(long bytes) {
    padding = bytes;
    return this;
  }

  /// Makes storage and format say that the file is another one now.
  public void change() {
    version.incrementAndGet();
  }

  /// How many sources are open.
  public int openSources() {
    return sources.get();
  }

  /// How many reads are not closed.
  public int openIterators() {
    return iterators.get();
  }

  private static long size(RecordBatch batch, List<Projection> columns) {
    return columns.stream().mapToLong(column -> size(select(batch, column))).sum();
  }

  /// What is read of a column.
  static ArrayData select(RecordBatch batch, Projection column) {
    return column.of(batch.columns().get(column.place()));
  }

  private static long size(ArrayData data) {
    long bytes =
        data.buffers().stream()
            .mapToLong(buffer -> Math.ceilDiv(buffer.byteSize(), ALIGNMENT) * ALIGNMENT)
            .sum();
    bytes += data.children().stream().mapToLong(MemFile::size).sum();
    return bytes
        + data.dictionary().stream()
            .flatMap(dictionary -> dictionary.parts().stream())
            .mapToLong(MemFile::size)
            .sum();
  }

  /// The name.
  @Override
  public String toString() {
    return name;
  }
}
