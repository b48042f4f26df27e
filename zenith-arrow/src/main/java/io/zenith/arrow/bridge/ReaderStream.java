package io.zenith.arrow.bridge;

import io.zenith.Dataset;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchStream;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/// The rows of a reader of arrow-java, which are copied: the reader loads each batch over the one
/// before.
final class ReaderStream implements BatchStream {
  private final ArrowReader reader;
  private final VectorColumns columns;
  private final Schema schema;

  ReaderStream(ArrowReader reader) throws IOException {
    this.reader = reader;
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    this.columns = new VectorColumns(reader);
    this.schema = columns.schema(root.getSchema());
  }

  static Dataset dataset(ArrowReader reader) throws IOException {
    return Dataset.of(new ReaderStream(reader));
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Optional<RecordBatch> next(List<Integer> places, SegmentAllocator buffers)
      throws IOException {
    if (!reader.loadNextBatch()) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      RecordBatch rows =
          new VectorBatch(columns, arena).rows(reader.getVectorSchemaRoot(), schema, places);
      List<ArrayData> copies =
          rows.columns().stream().map(column -> copy(column, buffers)).toList();
      return Optional.of(new RecordBatch(rows.fromRow(), rows.rows(), copies));
    }
  }

  private static ArrayData copy(ArrayData data, SegmentAllocator memory) {
    return new ArrayData(
        data.type(),
        data.length(),
        data.nullCount(),
        data.buffers().stream().map(buffer -> copy(buffer, memory)).toList(),
        data.children().stream().map(child -> copy(child, memory)).toList(),
        data.dictionary().map(values -> DictionaryData.of(copy(values.values(), memory))));
  }

  private static MemorySegment copy(MemorySegment buffer, SegmentAllocator memory) {
    return buffer.byteSize() == 0
        ? MemorySegment.NULL
        : memory.allocate(buffer.byteSize(), Long.BYTES).copyFrom(buffer);
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The class of the reader.
  @Override
  public String toString() {
    return "the rows of " + reader.getClass().getSimpleName();
  }
}
