package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A measurement of its own, beside the table of the contenders. It runs in a JVM of its own.
public interface Experiment {

  /// Makes the files that it needs in the folder, and measures.
  ExperimentResult run(Path folder, BenchPace pace) throws IOException, InterruptedException;

  /// One with files that PyArrow writes: without it there is nothing to measure.
  static Experiment ofPeer(Optional<PythonPeer> peer, Function<PythonPeer, Experiment> made) {
    return peer.map(made)
        .orElse((_, _) -> new ExperimentResult(List.of(), List.of(), List.of(PythonPeer.HINT)));
  }
}
