package io.zenith.bench;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/// A format whose files have one column of nulls, however long: rows without bytes, to see what
/// order costs by itself.
///
/// @param rows of each file
record NullRows(long rows) implements Format {
  private static final int SPLIT_ROWS = 1 << 16;

  @Override
  public String name() {
    return "nulls";
  }

  @Override
  public boolean matchesMagic(MemorySegment head) {
    return false;
  }

  @Override
  public boolean matchesName(String fileName) {
    return false;
  }

  @Override
  public DataSource open(InputFile file, SegmentAllocator memory) {
    return new Source(rows);
  }

  private record NullSplit(long first, long rows) implements Split {
    @Override
    public long decodedBytes(List<Projection> columns) {
      return 0;
    }

    @Override
    public String identity() {
      return first + " " + rows;
    }

    @Override
    public boolean randomAccess() {
      return true;
    }
  }

  private record Source(long rows) implements DataSource {
    @Override
    public Schema schema() {
      return Schema.of(Field.of("nulls", new DataType.Null()));
    }

    @Override
    public List<Split> splits() {
      return LongStream.iterate(0, first -> first < rows, first -> first + SPLIT_ROWS)
          .<Split>mapToObj(first -> new NullSplit(first, Math.min(SPLIT_ROWS, rows - first)))
          .toList();
    }

    @Override
    public BatchIterator read(ReadRequest request) {
      return new Nulls(request.rows());
    }

    @Override
    public void close() {}
  }

  /// One batch of so many rows.
  private static final class Nulls implements BatchIterator {
    private final RecordBatch batch;
    private boolean delivered;

    Nulls(long rows) {
      MemorySegment none = MemorySegment.NULL;
      ArrayData column =
          new ArrayData(
              new DataType.Null(), rows, rows, List.of(none), List.of(), Optional.empty());
      this.batch = new RecordBatch(0, rows, List.of(column));
    }

    @Override
    public boolean advance() {
      boolean first = !delivered;
      delivered = true;
      return first;
    }

    @Override
    public RecordBatch batch() {
      return batch;
    }

    @Override
    public void close() {}
  }
}
