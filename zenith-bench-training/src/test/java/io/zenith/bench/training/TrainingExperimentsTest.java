package io.zenith.bench.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import io.zenith.bench.BenchFailure;
import io.zenith.bench.BenchPace;
import io.zenith.bench.EngineExperiments;
import io.zenith.bench.ExperimentResult;
import io.zenith.bench.Figure;
import io.zenith.testkit.SharedFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.nd4j.linalg.factory.Nd4j;

/// Each experiment runs in a short form; what they find is no matter of tests.
class TrainingExperimentsTest {
  private static final BenchPace SHORT =
      new BenchPace(1, Duration.ofMillis(1), Duration.ofMillis(1), 1, 1, 1, 1);

  private static final EngineExperiments EXPERIMENTS =
      ServiceLoader.load(EngineExperiments.class).findFirst().orElseThrow();

  @TempDir private Path folder;

  /// Native libraries that are there from the first array on are no leak of a test.
  @BeforeAll
  static void theEnginesAreLoaded() {
    NDManager.newBaseManager().close();
    Nd4j.zeros(1).close();
  }

  @ParameterizedTest
  @CsvSource({"DJL_IMAGES, 24, 5", "DJL_TABLE, 48, 2", "DL4J_TABLE, 12, 0", "DJL_ARRAYS, 9, 3"})
  void everythingIsMeasured(String name, int results, int figures) throws Exception {
    if (name.equals("DJL_IMAGES") || name.equals("DJL_ARRAYS")) {
      SharedFiles.require("datasets/fashion-mnist/test.parquet");
    }
    ExperimentResult found = EXPERIMENTS.named(name).run(folder, SHORT);
    assertEquals(results, found.results().size());
    assertEquals(figures, found.figures().size());
    for (Figure figure : found.figures()) {
      assertFalse(Double.isNaN(figure.measured()), figure::toString);
    }
    for (ExperimentResult.Result result : found.results()) {
      assertTrue(result.series().median() > 0, result::toString);
    }
  }

  @Test
  void othersAreNotKnown() {
    assertThrows(BenchFailure.class, () -> EXPERIMENTS.named("TRAINING"));
  }

  @Test
  void lossesThatDifferAreNoMeasurement() {
    TrainingRounds rounds =
        new TrainingRounds("a training")
            .add("one", () -> new EpochRun(1, 0, 0, 1, List.of(1f)))
            .add("other", () -> new EpochRun(1, 0, 0, 1, List.of(2f)));
    assertEquals(
        "a training, other: other losses than the first one has",
        assertThrows(BenchFailure.class, () -> rounds.run(1)).getMessage());
  }
}
