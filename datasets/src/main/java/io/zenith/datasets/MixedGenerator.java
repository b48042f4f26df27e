package io.zenith.datasets;

import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/// The rows of [GeneratedSet#MIXED].
final class MixedGenerator implements Generator {
  private final List<MixedColumn<?>> columns =
      Stream.of(
              MixedNumbers.columns(),
              MixedTimes.columns(),
              MixedBytes.columns(),
              MixedNests.columns(),
              MixedDictionary.columns())
          .<MixedColumn<?>>flatMap(List::stream)
          .toList();

  private final long seed;

  MixedGenerator(long seed) {
    this.seed = seed;
  }

  @Override
  public Schema schema() {
    return new Schema(columns.stream().map(MixedColumn::field).toList());
  }

  /// Small, so that the default set has twenty record batches.
  @Override
  public int batchRows() {
    return 1_000;
  }

  @Override
  public void fill(VectorSchemaRoot batch, long firstRow, int rows) {
    for (int column = 0; column < columns.size(); column++) {
      CounterRandom random = new CounterRandom(seed, column);
      columns.get(column).fill(batch.getVector(column), random, firstRow, rows);
    }
  }

  @Override
  public MapDictionaryProvider dictionaries(BufferAllocator allocator) {
    MapDictionaryProvider provider = new MapDictionaryProvider();
    MixedDictionary.ALL.forEach(dictionary -> provider.put(dictionary.toArrow(allocator)));
    return provider;
  }

  /// In the middle of the file.
  @Override
  public boolean emptyBatchBefore(long batch, long batches) {
    return batch == batches / 2;
  }
}
