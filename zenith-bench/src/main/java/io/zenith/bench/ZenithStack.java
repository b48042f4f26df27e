package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Tensor;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;

/// The `float32` columns side by side in one dense tensor.
final class ZenithStack implements ZenithWork {
  private final String[] names;

  ZenithStack(DataLoader loader) {
    names =
        loader.schema().fields().stream()
            .filter(field -> field.type().equals(new DataType.FloatingPoint(32)))
            .map(Field::name)
            .toArray(String[]::new);
  }

  @Override
  public double consume(Batch batch) {
    return batch.stack(names).getFloat(0);
  }

  @Override
  public void addTo(ColumnChecksums checksums, Batch batch) {
    Tensor tensor = batch.stack(names);
    for (int at = 0; at < tensor.size(); at++) {
      checksums.column(names[at % names.length]).add(tensor.getFloat(at));
    }
  }
}
