package io.zenith.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// A contender in a process of its own, as the tournament sees it.
interface Entrant extends AutoCloseable {

  /// How tables call it, with its variant.
  String title();

  /// The checksum of each column that it delivers, in hexadecimal.
  Map<String, String> checksums() throws IOException;

  /// Lets it run for about that long, unmeasured.
  void warmUp(Duration length) throws IOException;

  /// Lets it run for about that long.
  Turn turn(Duration length) throws IOException;

  @Override
  void close();
}
