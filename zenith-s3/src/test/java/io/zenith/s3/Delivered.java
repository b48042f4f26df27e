package io.zenith.s3;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.Shard;
import io.zenith.testkit.ColumnValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a rank receives of two epochs, and the proof.
record Delivered(String receipt, List<List<Object>> values) {
  static Delivered of(Dataset dataset, Shard shard, Optional<DiskCache> cache) {
    List<List<Object>> values = new ArrayList<>();
    DataLoader.Builder options = dataset.loader(100).shuffle(11).shard(shard).epochs(2);
    cache.ifPresent(options::cache);
    try (DataLoader loader = options.build()) {
      for (Batch batch : loader) {
        for (int i = 0; i < batch.schema().fields().size(); i++) {
          values.add(ColumnValues.of(batch.column(i)));
        }
      }
      return new Delivered(loader.receipt().toString(), values);
    }
  }
}
