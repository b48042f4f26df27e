package io.zenith.arrow.bridge;

import io.zenith.Batch;
import io.zenith.DataLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/// The batches of a loader as a reader of arrow-java, in memory of its allocator: it may go to
/// native code.
final class LoaderReader extends ArrowReader {
  private final VectorSchema schema;
  private final Iterator<Batch> batches;
  private VectorSchemaRoot root;
  private MapDictionaryProvider values;

  LoaderReader(DataLoader loader, BufferAllocator allocator) {
    super(allocator);
    this.schema = VectorSchema.of(loader.schema());
    this.root = schema.emptyRoot(allocator);
    this.values = schema.emptyDictionaries(allocator);
    this.batches = loader.iterator();
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    try {
      if (!batches.hasNext()) {
        return false;
      }
      load(batches.next());
      return true;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void load(Batch batch) {
    clear();
    try (BatchVectors vectors = BatchVectors.copyOf(batch, schema, allocator)) {
      values = vectors.dictionaries();
      root = vectors.root();
    }
  }

  /// Vectors that are closed are empty, and may be closed again.
  private void clear() {
    root.close();
    values.close();
  }

  @Override
  public VectorSchemaRoot getVectorSchemaRoot() {
    return root;
  }

  @Override
  public Map<Long, Dictionary> getDictionaryVectors() {
    return values.getDictionaryIds().stream().collect(Collectors.toMap(id -> id, values::lookup));
  }

  @Override
  public Dictionary lookup(long id) {
    return values.lookup(id);
  }

  @Override
  public Set<Long> getDictionaryIds() {
    return values.getDictionaryIds();
  }

  /// Not counted.
  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {
    clear();
  }

  @Override
  protected Schema readSchema() {
    return schema.vectors();
  }
}
