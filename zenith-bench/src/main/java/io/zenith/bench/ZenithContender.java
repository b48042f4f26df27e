package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Epoch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;

/// Zenith: one loader, whose epochs are the passes.
final class ZenithContender implements Contender {
  private final DataLoader loader;
  private final Iterator<Epoch> epochs;
  private final ZenithWork work;

  private ZenithContender(DataLoader loader, ZenithWork work) {
    this.loader = loader;
    this.epochs = loader.epochs().iterator();
    this.work = work;
  }

  static ZenithContender open(Path file, ZenithWork.Maker work) throws IOException {
    DataLoader loader =
        Dataset.open(file.toString()).loader(BATCH_ROWS).epochs(Integer.MAX_VALUE).build();
    return new ZenithContender(loader, work.of(loader));
  }

  @Override
  public double pass(BatchClock clock) {
    double sum = 0;
    for (Batch batch : epochs.next()) {
      sum += work.consume(batch);
      clock.batchDone(batch.rows());
    }
    return sum;
  }

  @Override
  public ColumnChecksums checksums() {
    ColumnChecksums checksums = new ColumnChecksums();
    for (Batch batch : epochs.next()) {
      work.addTo(checksums, batch);
    }
    return checksums;
  }

  /// As [#pass], but each batch is copied first, so that the same code meets memory outside a
  /// mapping.
  double passOverCopies(BatchClock clock) {
    double sum = 0;
    for (Batch batch : epochs.next()) {
      sum += work.consume(batch.copy());
      clock.batchDone(batch.rows());
    }
    return sum;
  }

  @Override
  public void close() {
    loader.close();
  }
}
