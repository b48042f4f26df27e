package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.arrow.Arrow;
import io.zenith.schema.Schema;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// A mapped file whose splits are read one by one, without a loader.
final class HandFile implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final DataSource source;
  private final List<Split> splits;
  private final List<Projection> columns;

  /// @param columns as places in the file
  HandFile(Path file, List<Integer> columns) throws IOException {
    this.columns = columns.stream().map(Projection::whole).toList();
    this.source = Arrow.format().open(MappedFile.open(file, arena), arena);
    this.splits = source.splits();
  }

  /// A file by its mapping alone.
  private record MappedFile(StoredFile file, MemorySegment bytes) implements InputFile {
    static MappedFile open(Path path, Arena arena) throws IOException {
      try (FileChannel channel = FileChannel.open(path)) {
        return new MappedFile(
            new StoredFile(path.toUri(), channel.size(), ""),
            channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
      }
    }

    @Override
    public Optional<MemorySegment> mapping() {
      return Optional.of(bytes);
    }

    @Override
    public void read(long offset, MemorySegment target) {
      MemorySegment.copy(bytes, offset, target, 0, target.byteSize());
    }

    @Override
    public void verifyUnchanged() {}
  }

  int splits() {
    return splits.size();
  }

  long rows() {
    return splits.stream().mapToLong(Split::rows).sum();
  }

  /// Memory that any split can be read into.
  MemorySegment target() {
    long most = splits.stream().mapToLong(split -> split.decodedBytes(columns)).max().orElse(0);
    return arena.allocate(most, 64);
  }

  /// Reads a split, and does something with its record batches.
  ///
  /// @return the sum of what that gives
  double read(int split, MemorySegment target, ToDoubleFunction<RecordBatch> work)
      throws IOException {
    double sum = 0;
    SegmentAllocator buffers = SegmentAllocator.slicingAllocator(target);
    try (BatchIterator batches =
        source.read(ReadRequest.all(splits.get(split), columns, buffers))) {
      while (batches.advance()) {
        sum += work.applyAsDouble(batches.batch());
      }
    }
    return sum;
  }

  /// Of all rows, as [ShuffledPasses#checksums].
  Map<String, String> checksums() throws IOException {
    RowChecksums checksums = new RowChecksums();
    Schema schema =
        new Schema(
            columns.stream().map(column -> source.schema().fields().get(column.place())).toList(),
            Map.of());
    MemorySegment target = target();
    double rows = 0;
    for (int split = 0; split < splits.size(); split++) {
      double before = rows;
      rows +=
          read(
              split,
              target,
              batch -> {
                checksums.add(Batch.of(schema, batch), (long) before);
                return batch.rows();
              });
    }
    return checksums.toHex();
  }

  @Override
  public void close() {
    source.close();
    arena.close();
  }
}
