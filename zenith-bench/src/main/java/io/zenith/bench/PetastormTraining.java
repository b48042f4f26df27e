package io.zenith.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The training on images of [EncodedImages], read by Petastorm, in a process of its own.
///
/// @param python a Python that has Petastorm: hardly one that has anything else of today
/// @param script what it runs
record PetastormTraining(String python, Path script) {
  static final String HINT =
      "Petastorm was not tried: let ZENITH_PETASTORM name a Python that has it, as"
          + " peers/petastorm_images.py says";

  /// What it says of an epoch.
  ///
  /// @param busy the share of the time in which the accelerator was
  /// @param order a hash of the rows in their order
  record Epoch(double seconds, double busy, long rows, long distinct, long order) {}

  /// The one that the environment names.
  static Optional<PetastormTraining> find(PythonPeer peer) {
    Path script = peer.script().resolveSibling("petastorm_images.py");
    return Optional.ofNullable(System.getenv("ZENITH_PETASTORM"))
        .map(python -> new PetastormTraining(python, script));
  }

  /// Trains for an epoch; with a cache for two, of which the second counts.
  Epoch run(
      String url, String endpoint, int batchRows, Duration step, long seed, Optional<Path> cache)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(python, script.toString()));
    command.addAll(
        List.of(
            url,
            endpoint,
            "" + EncodedImages.SIDE,
            "" + batchRows,
            "" + step.toMillis(),
            "" + seed,
            cache.isPresent() ? "2" : "1"));
    cache.ifPresent(folder -> command.add(folder.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      List<String> lines = process.inputReader().readAllLines();
      String answer = lines.stream().filter(line -> line.startsWith("{")).findAny().orElse("");
      if (process.waitFor() != 0 || answer.isEmpty()) {
        throw new BenchFailure(
            String.join(" ", command) + " failed: " + (lines.isEmpty() ? "" : lines.getLast()));
      }
      return new ObjectMapper().readValue(answer, Epoch.class);
    } finally {
      process.destroy();
    }
  }
}
