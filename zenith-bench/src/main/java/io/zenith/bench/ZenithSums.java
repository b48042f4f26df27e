package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.ColumnKey;
import io.zenith.DataLoader;
import io.zenith.DoubleColumn;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import io.zenith.IntColumn;
import io.zenith.LongColumn;

/// Every value of each column read once and summed.
final class ZenithSums implements ZenithWork {
  private final ZenithKeys keys;

  ZenithSums(DataLoader loader) {
    keys = ZenithKeys.of(loader);
  }

  @Override
  public double consume(Batch batch) {
    double sum = 0;
    for (ColumnKey<LongColumn> key : keys.longs()) {
      sum += Sums.of(batch.get(key));
    }
    for (ColumnKey<FloatColumn> key : keys.floats()) {
      sum += Sums.of(batch.get(key));
    }
    for (ColumnKey<ByteColumn> key : keys.bytes()) {
      sum += Sums.of(batch.get(key));
    }
    for (ColumnKey<IntColumn> key : keys.ints()) {
      sum += Sums.of(batch.get(key));
    }
    for (ColumnKey<DoubleColumn> key : keys.doubles()) {
      sum += Sums.of(batch.get(key));
    }
    for (ColumnKey<FixedSizeListColumn> key : keys.lists()) {
      sum += Sums.of(batch.get(key));
    }
    return sum;
  }

  @Override
  public void addTo(ColumnChecksums checksums, Batch batch) {
    for (ColumnKey<?> key : keys.all()) {
      Column column = batch.get(key);
      ZenithValues.addTo(checksums.column(column.field().name()), column);
    }
  }
}
