package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.Column;
import io.zenith.ColumnKey;
import io.zenith.DataLoader;
import java.util.List;

/// A view of each column, which nobody reads.
final class ZenithViews implements ZenithWork {
  private final List<ColumnKey<?>> keys;

  ZenithViews(DataLoader loader) {
    keys = ZenithKeys.of(loader).all();
  }

  @Override
  public double consume(Batch batch) {
    for (int i = 0; i < keys.size(); i++) {
      Keep.alive(batch.get(keys.get(i)));
    }
    return batch.rows();
  }

  @Override
  public void addTo(ColumnChecksums checksums, Batch batch) {
    for (ColumnKey<?> key : keys) {
      Column view = batch.get(key);
      ZenithValues.addTo(checksums.column(view.field().name()), view);
    }
  }
}
