package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

/// A loader an epoch, whose batches are taken and not looked at.
///
/// @param title how tables call it
/// @param loaders makes them
/// @param rows how many rows there are
record EpochPasses(String title, Supplier<DataLoader> loaders, long rows) implements PassReader {

  @Override
  public int warmUps() {
    return 2;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, this::pass);
  }

  private void pass() {
    long taken = 0;
    try (DataLoader loader = loaders.get()) {
      for (Batch batch : loader) {
        taken += batch.rows();
      }
    }
    if (taken != rows) {
      throw new BenchFailure(title + ": " + taken + " rows, not " + rows);
    }
  }

  @Override
  public void close() {
    // loaders are closed with their passes
  }
}
