package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.ColumnKey;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Epoch;
import io.zenith.FloatColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/// The floats of a [LargeFile] by a loader, whose epochs are the passes.
final class LoaderFloats implements AutoCloseable {
  private static final int BATCH_ROWS = 4_096;

  private final DataLoader loader;
  private final List<ColumnKey<FloatColumn>> keys;
  private final Iterator<Epoch> epochs;

  private LoaderFloats(DataLoader loader) {
    this.loader = loader;
    this.keys =
        IntStream.range(0, LargeFile.COLUMNS)
            .mapToObj(at -> loader.key("x" + at, FloatColumn.class))
            .toList();
    this.epochs = loader.epochs().iterator();
  }

  static LoaderFloats open(Path file) throws IOException {
    return new LoaderFloats(
        Dataset.open(file.toString()).loader(BATCH_ROWS).epochs(Integer.MAX_VALUE).build());
  }

  /// The sum of all values, batch by batch.
  double sum() {
    double sum = 0;
    for (Batch batch : epochs.next()) {
      for (ColumnKey<FloatColumn> key : keys) {
        sum += Sums.of(batch.get(key));
      }
    }
    return sum;
  }

  @Override
  public void close() {
    loader.close();
  }
}
