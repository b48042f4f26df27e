package io.zenith.testkit;

import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import io.zenith.testkit.MemFile.MemSplit;
import io.zenith.testkit.MemFile.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The format of [MemFile].
public final class MemFormat implements Format {

  @Override
  public String name() {
    return "mem";
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("mem/1");
  }

  @Override
  public boolean matchesMagic(MemorySegment head) {
    return head.mismatch(MemorySegment.ofArray(MemStorage.CONTENT)) == -1;
  }

  @Override
  public boolean matchesName(String fileName) {
    return fileName.endsWith(".mem");
  }

  @Override
  public DataSource open(InputFile file, SegmentAllocator memory) throws IOException {
    MemStorage.MemInput input = (MemStorage.MemInput) file;
    input.content().probe.at(Point.OPEN, -1);
    return new Source(input.content(), input.arena());
  }

  /// Views live in the arena of the file, as those of a mapping do.
  private static final class Source implements DataSource {
    private final MemFile file;
    private final SegmentAllocator mapping;
    private final List<List<RecordBatch>> mapped = new ArrayList<>();

    Source(MemFile file, SegmentAllocator mapping) {
      this.file = file;
      this.mapping = mapping;
      file.sources.incrementAndGet();
    }

    @Override
    public Schema schema() {
      return file.schema;
    }

    @Override
    public List<Split> splits() {
      return List.copyOf(file.splits);
    }

    @Override
    public BatchIterator read(ReadRequest request) throws IOException {
      MemSplit split = (MemSplit) request.split();
      file.probe.at(Point.READ, split.number());
      file.requestedRows.addAndGet(request.rows());
      List<RecordBatch> batches = file.decoding ? split.batches() : mapped(split.number());
      boolean all = request.rows() == split.rows();
      return new Batches(file, request, all ? batches : cut(batches, request.ranges()));
    }

    @Override
    public Optional<Zones> zones(Split split, List<Integer> path, SegmentAllocator memory)
        throws IOException {
      int number = ((MemSplit) split).number();
      file.probe.at(Point.FACTS, number);
      return file.facts.ofPages(number, path).map(zones -> copy(zones, memory));
    }

    @Override
    public BitSet mayHold(
        Split split, List<Integer> path, ArrayData values, SegmentAllocator memory)
        throws IOException {
      int number = ((MemSplit) split).number();
      file.probe.at(Point.FACTS, number);
      return file.facts.mayHold(number, path, values);
    }

    /// The rows that the ranges and the batches share.
    private static List<RecordBatch> cut(List<RecordBatch> batches, List<RowRange> ranges) {
      List<RecordBatch> cut = new ArrayList<>();
      for (RowRange range : ranges) {
        long first = 0;
        for (RecordBatch batch : batches) {
          // The list stays the same: RecordBatch copies no list that cannot change.
          long from = Math.max(range.from(), first);
          long end = Math.min(range.end(), first + batch.rows());
          if (from < end) {
            cut.add(new RecordBatch(batch.fromRow() + from - first, end - from, batch.columns()));
          }
          first += batch.rows();
        }
      }
      return cut;
    }

    private synchronized List<RecordBatch> mapped(int split) {
      if (mapped.isEmpty()) {
        for (MemSplit each : file.splits) {
          mapped.add(each.batches().stream().map(batch -> copy(batch, mapping)).toList());
        }
      }
      return mapped.get(split);
    }

    @Override
    public void close() {
      file.sources.decrementAndGet();
      ending(file, Point.RELEASE, -1);
    }
  }

  private static final class Batches implements BatchIterator {
    private final MemFile file;
    private final ReadRequest request;
    private final List<RecordBatch> batches;
    private int next;
    private RecordBatch current;

    /// What was copied last, and the copy: ranges of one record batch share it.
    private List<ArrayData> copied = List.of();

    private List<ArrayData> copy = List.of();

    Batches(MemFile file, ReadRequest request, List<RecordBatch> batches) {
      this.file = file;
      this.request = request;
      this.batches = batches;
      file.iterators.incrementAndGet();
    }

    @Override
    public boolean advance() throws IOException {
      if (next == batches.size()) {
        return false;
      }
      file.probe.at(Point.ADVANCE, ((MemSplit) request.split()).number());
      RecordBatch batch = batches.get(next++);
      RecordBatch selected = select(batch);
      current = file.decoding ? decoded(batch, selected) : selected;
      return true;
    }

    @SuppressWarnings("ReferenceEquality") // the very columns
    private RecordBatch decoded(RecordBatch batch, RecordBatch selected) {
      if (copied != batch.columns()) {
        copied = batch.columns();
        copy = copy(selected, request.buffers()).columns();
      }
      return new RecordBatch(batch.fromRow(), batch.rows(), copy);
    }

    /// What has not the columns of the schema is delivered as it is: a test wants to see it
    /// refused.
    private RecordBatch select(RecordBatch batch) {
      return batch.columns().size() == file.schema.fields().size()
          ? new RecordBatch(
              batch.fromRow(),
              batch.rows(),
              request.columns().stream().map(column -> MemFile.select(batch, column)).toList())
          : batch;
    }

    @Override
    public RecordBatch batch() {
      return current;
    }

    @Override
    public void close() {
      file.iterators.decrementAndGet();
      ending(file, Point.CLOSE, ((MemSplit) request.split()).number());
    }
  }

  private static void ending(MemFile file, Point point, int split) {
    try {
      file.probe.at(point, split);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A copy of bounds.
  static Zones copy(Zones zones, SegmentAllocator memory) {
    return new Zones(zones.zones(), copy(zones.least(), memory), copy(zones.most(), memory));
  }

  private static RecordBatch copy(RecordBatch batch, SegmentAllocator memory) {
    return new RecordBatch(
        batch.fromRow(),
        batch.rows(),
        batch.columns().stream().map(column -> copy(column, memory)).toList());
  }

  /// A copy of a column and its dictionaries.
  static ArrayData copy(ArrayData data, SegmentAllocator memory) {
    return new ArrayData(
        data.type(),
        data.length(),
        data.nullCount(),
        data.buffers().stream().map(buffer -> copy(buffer, memory)).toList(),
        data.children().stream().map(child -> copy(child, memory)).toList(),
        data.dictionary()
            .map(dictionary ->
                new DictionaryData(
                    dictionary.parts().stream().map(part -> copy(part, memory)).toList(),
                    dictionary.length())));
  }

  /// What is on the heap stays there: tests deliver such a buffer to see it refused.
  private static MemorySegment copy(MemorySegment buffer, SegmentAllocator memory) {
    if (!buffer.isNative() || buffer.byteSize() == 0) {
      return buffer;
    }
    MemorySegment target = memory.allocate(buffer.byteSize(), MemFile.ALIGNMENT);
    return target.copyFrom(buffer);
  }
}
