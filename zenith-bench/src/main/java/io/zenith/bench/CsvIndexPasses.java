package io.zenith.bench;

import java.io.IOException;
import java.time.Duration;

/// Passes that find the records of a CSV file, and read no values.
///
/// @param passes that know the types of all columns
record CsvIndexPasses(CsvPasses passes) implements PassReader {
  @Override
  public String title() {
    return "Zenith, index alone";
  }

  @Override
  public int warmUps() {
    return passes.warmUps();
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, this::rows);
  }

  /// How many rows there are.
  long rows() throws IOException {
    return passes.open().rowCount();
  }

  @Override
  public void close() {}
}
