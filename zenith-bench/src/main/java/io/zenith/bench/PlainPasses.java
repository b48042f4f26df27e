package io.zenith.bench;

import java.io.IOException;
import java.time.Duration;

/// Passes that need nothing but to be run.
///
/// @param title how tables call them
/// @param pass one pass
record PlainPasses(String title, Pass pass) implements PassReader {
  @Override
  public int warmUps() {
    return 3;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, pass);
  }

  @Override
  public void close() {}
}
