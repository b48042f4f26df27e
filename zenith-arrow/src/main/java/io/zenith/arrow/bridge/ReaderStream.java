package io.zenith.arrow.bridge;

import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchStream;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/// The rows of a reader of arrow-java, which are copied: the reader loads each batch over the one
/// before.
final class ReaderStream implements BatchStream {
  private final ArrowReader reader;
  private final VectorColumns columns;
  private final Schema schema;
  private final AtomicBoolean closed = new AtomicBoolean();

  ReaderStream(ArrowReader reader) throws IOException {
    this.reader = reader;
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    this.columns = new VectorColumns(reader);
    this.schema = columns.schema(root.getSchema());
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Optional<RecordBatch> next(List<Projection> wanted, SegmentAllocator buffers)
      throws IOException {
    if (closed.get()) {
      throw new IllegalStateException(this + " are closed");
    }
    if (!reader.loadNextBatch()) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      RecordBatch rows =
          new VectorBatch(columns, arena).rows(reader.getVectorSchemaRoot(), schema, wanted);
      Copy copy = new Copy(buffers, new IdentityHashMap<>());
      List<ArrayData> copies = rows.columns().stream().map(copy::of).toList();
      return Optional.of(new RecordBatch(rows.fromRow(), rows.rows(), copies));
    }
  }

  /// Copies one batch. Its dictionaries are copied with each batch, since a reader may load others
  /// into the same vectors, and even into the same memory; but those of several columns once.
  private record Copy(SegmentAllocator memory, Map<DictionaryData, DictionaryData> dictionaries) {

    ArrayData of(ArrayData data) {
      return new ArrayData(
          data.type(),
          data.length(),
          data.nullCount(),
          data.buffers().stream().map(this::of).toList(),
          data.children().stream().map(this::of).toList(),
          data.dictionary().map(this::of));
    }

    private DictionaryData of(DictionaryData dictionary) {
      DictionaryData known = dictionaries.get(dictionary);
      if (known != null) {
        return known;
      }
      DictionaryData copy = DictionaryData.of(of(dictionary.values()));
      dictionaries.put(dictionary, copy);
      return copy;
    }

    private MemorySegment of(MemorySegment buffer) {
      return buffer.byteSize() == 0
          ? MemorySegment.NULL
          : memory.allocate(buffer.byteSize(), Long.BYTES).copyFrom(buffer);
    }
  }

  /// Readers may not be closed twice.
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
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
