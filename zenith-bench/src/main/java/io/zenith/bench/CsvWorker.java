package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The process of a loader of a CSV file, as [ServedPasses] talks to it.
final class CsvWorker {
  private CsvWorker() {}

  /// Starts one that has so many processors.
  static ServedPasses start(Path file, int processors) throws IOException {
    CsvPasses passes = CsvPasses.ofSample(file);
    String prefix = processors + (processors == 1 ? " core: " : " cores: ");
    List<String> options = List.of("-XX:ActiveProcessorCount=" + processors);
    Process process = WorkerJvm.start(CsvWorker.class, options, List.of(file.toString()));
    return new ServedPasses(file, prefix, passes.warmUps(), process);
  }

  /// Serves one file.
  ///
  /// @param args the file
  public static void main(String[] args) throws IOException, InterruptedException {
    CsvPasses passes = CsvPasses.ofSample(Path.of(args[0]));
    JsonLines.serve(line -> answer(passes, line));
  }

  private static Map<String, Object> answer(CsvPasses passes, String question)
      throws IOException, InterruptedException {
    if (question.equals(BenchWorker.CHECKSUMS)) {
      return Map.of("columns", passes.checksums(), "settings", List.of(passes.title()));
    }
    double seconds = Double.parseDouble(question.substring(question.lastIndexOf(' ') + 1));
    PassReader.Rate rate = passes.read(Duration.ofNanos((long) (seconds * 1e9)));
    return Map.of(
        "passes",
        rate.passesPerSecond(),
        "seconds",
        1,
        "cpu",
        rate.cpuSeconds() * rate.passesPerSecond());
  }
}
