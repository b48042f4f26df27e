package io.zenith.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/// The process of one experiment: its result is a line of JSON on standard output, and so is why it
/// failed, as a string.
final class ExperimentWorker {
  /// The experiments, in the order in which they run.
  enum Kind {
    WARM_SUM("large files, warm"),
    COLD_READ("a large file, cold"),
    OPEN("a file of 1,000 record batches");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    private Experiment experiment() {
      return switch (this) {
        case WARM_SUM -> new WarmSumExperiment();
        case COLD_READ -> new ColdReadExperiment();
        case OPEN -> new OpenExperiment();
      };
    }

    /// What it reads.
    @Override
    public String toString() {
      return title;
    }
  }

  private ExperimentWorker() {}

  /// Makes one experiment.
  ///
  /// @param args the experiment, the folder for its files, `full` or `quick`, the number of rounds
  public static void main(String[] args) throws IOException, InterruptedException {
    int rounds = Integer.parseInt(args[3]);
    BenchPace pace = args[2].equals("quick") ? BenchPace.quick(rounds) : BenchPace.full(rounds);
    System.out.println(new ObjectMapper().writeValueAsString(answer(args, pace)));
  }

  private static Object answer(String[] args, BenchPace pace) throws InterruptedException {
    try {
      return Kind.valueOf(args[0]).experiment().run(Path.of(args[1]), pace);
    } catch (IOException | BenchFailure e) {
      return String.valueOf(e.getMessage());
    }
  }
}
