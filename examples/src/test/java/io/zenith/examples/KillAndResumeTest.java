package io.zenith.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each training in a short form: killed at some step, and gone on with, it has the losses of one
/// that nobody killed, to the last bit.
class KillAndResumeTest {
  private static final int IMAGES = 1_024;
  private static final int EPOCHS = 4; // the last one has the finer steps of DjlTraining
  private static final int STEPS = EPOCHS * IMAGES / 64;
  private static final int SAVED_EVERY = 8;
  private static final int KILLED_AFTER = 44;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final boolean IS_ENGINE_HERE =
      System.getProperty("os.name").equals("Linux")
          && System.getProperty("os.arch").equals("amd64");

  @TempDir private Path folder;

  /// A few images make epochs short: the training is killed in its second one.
  @BeforeEach
  void dataIsThere() throws IOException {
    Path images = SharedFiles.require("datasets/fashion-mnist/test.parquet");
    try (DataLoader loader = Dataset.open(images.toString()).loader(IMAGES).build();
        ArrowWriter writer =
            ArrowWriter.file(folder.resolve("train.arrow")).open(loader.schema())) {
      writer.write(loader.iterator().next());
      writer.finish();
    }
    Files.createSymbolicLink(folder.resolve("test.arrow"), folder.resolve("train.arrow"));
  }

  private ChildJvm training(Class<?> example, Path curve, Object... more) {
    return ChildJvm.of(example)
        .flags("--enable-native-access=ALL-UNNAMED")
        .arguments("--data", folder, "--curve", curve, "--epochs", EPOCHS)
        .arguments(more)
        .timeout(PATIENCE);
  }

  private static void requireSuccess(ChildJvm.Result result) {
    assertEquals(0, result.exitCode(), result::toString);
  }

  /// Kills it once its curve has some lines.
  private static void kill(ChildJvm training, Path curve) throws Exception {
    Process process = training.start();
    try {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (lines(curve).size() < KILLED_AFTER) {
        assertTrue(process.isAlive(), "the training has ended by itself");
        assertTrue(System.nanoTime() < end, "the training makes no steps");
        Thread.sleep(1);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /// The lines that are whole.
  private static List<String> lines(Path curve) throws IOException {
    if (!Files.exists(curve)) {
      return List.of();
    }
    String text = Files.readString(curve);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  private static double mean(List<String> lines) {
    return lines.stream()
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)))
        .average()
        .orElseThrow();
  }

  private static String lastStep(List<String> lines) {
    String last = lines.getLast();
    return last.substring(0, last.lastIndexOf(','));
  }

  @ParameterizedTest
  @ValueSource(classes = {PlainTraining.class, DjlTraining.class, Dl4jTraining.class})
  void aTrainingThatIsKilledEndsWithTheLossesOfOneThatIsNot(Class<?> example) throws Exception {
    Assumptions.assumeTrue(
        example == PlainTraining.class || IS_ENGINE_HERE,
        "the native code of the engines is here for Linux on x86-64 only");
    Path unbroken = folder.resolve("unbroken.csv");
    requireSuccess(training(example, unbroken).run());
    List<String> expected = lines(unbroken);
    assertEquals(STEPS, expected.size());
    assertTrue(
        mean(expected.subList(STEPS - 10, STEPS)) < 0.8 * mean(expected.subList(0, 10)),
        () -> "it learns nothing: " + expected);

    Path broken = folder.resolve("broken.csv");
    Object[] saved = {"--state", folder.resolve("state"), "--save-every", SAVED_EVERY};
    kill(training(example, broken, saved), broken);
    List<String> killed = lines(broken);
    assertEquals(expected.subList(0, killed.size()), killed);
    ChildJvm.Result resumed = training(example, broken, saved).run();
    requireSuccess(resumed);
    assertFalse(resumed.stdout().contains("epoch 0"), () -> "began anew: " + resumed);
    assertEquals(expected, lines(broken));
    assertEquals((EPOCHS - 1) + "," + (IMAGES / 64 - 1), lastStep(expected));
  }
}
