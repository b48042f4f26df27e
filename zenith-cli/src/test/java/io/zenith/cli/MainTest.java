package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command line as a program of its own, in a plain JVM: reading needs no flag.
class MainTest {
  @TempDir private Path folder;

  private Path images;

  @BeforeEach
  void generate() {
    Cli.succeed("generate", "images", folder, "--rows", 2_000);
    images = folder.resolve("images.arrow");
  }

  @Test
  void dataGoesToStdoutAndNothingToStderr() throws Exception {
    ChildJvm.Result result = child("inspect", images, "--json");
    assertEquals(0, result.exitCode(), result.toString());
    assertEquals(2_000, Cli.parse(result.stdout()).get("rows").asLong());
    assertEquals("", result.stderr());
  }

  @Test
  void talkGoesToStderr() throws Exception {
    ChildJvm.Result result = child("demo", "--data", images, "--epochs", 2, "--json");
    assertEquals(0, result.exitCode(), result.toString());
    assertTrue(Cli.parse(result.stdout()).get("accuracy").asDouble() > .5, result.toString());
    assertTrue(result.stderr().startsWith("Training on 1,800 images"), result.toString());
    assertEquals(1, result.stderr().lines().count(), result.toString());
  }

  @Test
  void readingNeedsNoFlagAndLoadsNoVectors() throws Exception {
    ChildJvm.Result result =
        ChildJvm.of(Main.class)
            .flags("-Xlog:class+load:file=" + folder.resolve("classes"))
            .arguments("read", images)
            .run();
    assertEquals(0, result.exitCode(), result.toString());
    assertEquals("", result.stderr());
    String classes = Files.readString(folder.resolve("classes"));
    assertTrue(classes.contains(" io.zenith.cli.ReadCommand "));
    assertFalse(classes.contains(" org.apache.arrow.vector."));
    assertFalse(classes.contains(" com.fasterxml.jackson."));
  }

  @Test
  void helpIsThereAtOnce() throws Exception {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long start = System.nanoTime();
      ChildJvm.Result result = child("--help");
      best = Math.min(best, System.nanoTime() - start);
      assertEquals(0, result.exitCode(), result.toString());
      assertTrue(result.stdout().contains("Commands:"), result.toString());
    }
    // 400 ms on an idle machine; other work may share this one.
    assertTrue(best < 2_000_000_000, best / 1_000_000 + " ms");
  }

  @Test
  void failuresAndMisuseHaveTheirCodes() throws Exception {
    ChildJvm.Result failed = child("head", folder.resolve("none.arrow"));
    assertEquals(1, failed.exitCode(), failed.toString());
    assertEquals("", failed.stdout());
    assertEquals(1, failed.stderr().lines().count(), failed.toString());
    ChildJvm.Result misused = child("head");
    assertEquals(2, misused.exitCode(), misused.toString());
    assertEquals("", misused.stdout());
  }

  @Test
  void generatingWithoutTheFlagsSaysWhatIsMissing() throws Exception {
    ChildJvm.Result result = child("generate", "table", folder.resolve("x"), "--rows", 10);
    assertEquals(1, result.exitCode(), result.toString());
    assertTrue(result.stderr().contains("start with ./zenith"), result.toString());
  }

  @Test
  void aReaderThatGoesAwayEndsItQuietly() throws Exception {
    Process process = start("head", images, "-n", 2_000, "--json");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertTrue(lines.readLine().startsWith("{\"image\":["));
    }
    assertEquals("", text(process));
    assertEquals(0, process.waitFor());
  }

  @Test
  void aReaderThatGoesAwayEndsHelpQuietly() throws Exception {
    for (Object[] args : HELPS) {
      Process process = start(args);
      process.getInputStream().close();
      assertEquals("", text(process));
      assertEquals(0, process.waitFor());
    }
  }

  @Test
  void aFullDiskIsAFailure() throws Exception {
    assertNoSpace("head", images, "-n", 2_000, "--json");
    for (Object[] args : HELPS) {
      assertNoSpace(args);
    }
  }

  private static void assertNoSpace(Object... args) throws Exception {
    Path full = Path.of("/dev/full");
    if (!Files.exists(full)) {
      return;
    }
    Process process = builder(args).redirectOutput(full.toFile()).start();
    String err = text(process);
    assertEquals(1, process.waitFor());
    assertTrue(err.contains("cannot write to stdout: No space left"), err);
    assertEquals(1, err.lines().count(), err);
  }

  @Test
  void aFileThatIsCutMeanwhileIsNamed() throws Exception {
    Process process = start("read", images, "--epochs", 1_000_000);
    Path maps = Path.of("/proc/" + process.pid() + "/maps");
    if (!Files.exists(maps)) {
      process.destroy();
      return;
    }
    // Footers are mapped as well, but not for so long.
    for (int seen = 0; seen < 20 && process.isAlive(); Thread.sleep(50)) {
      seen = Files.readString(maps).contains("images.arrow") ? seen + 1 : 0;
    }
    try (FileChannel channel = FileChannel.open(images, StandardOpenOption.WRITE)) {
      channel.truncate(4_096);
    }
    String err = text(process);
    assertEquals(1, process.waitFor(), err);
    assertEquals(1, err.lines().count(), err);
    assertTrue(err.contains("images.arrow was cut short from "), err);
  }

  @Test
  void beingStoppedLeavesNothingBehind() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    ProcessBuilder builder = builder("demo", "--epochs", 100_000, "--rows", 1_000);
    builder.command().add(1, "-Djava.io.tmpdir=" + temporary);
    builder.command().addAll(1, FLAGS);
    Process process = builder.start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertTrue(lines.readLine().startsWith("epoch 0 "));
      assertEquals(1, count(temporary));
      process.toHandle().destroy();
      assertTrue(process.waitFor(10, TimeUnit.SECONDS));
    }
    assertNotEquals(0, process.exitValue());
    assertEquals(0, count(temporary));
    String err = text(process);
    assertFalse(err.contains("Exception"), err);
    assertEquals(2, err.lines().count(), err);
  }

  @Test
  void aTrainingThatIsStoppedCanGoOn() throws Exception {
    Path state = folder.resolve("here.state");
    Object[] options = {"demo", "--data", images, "--epochs", 100_000, "--json"};
    List<Object> stopped = new ArrayList<>(List.of(options));
    stopped.removeLast();
    stopped.addAll(List.of("--checkpoint", state));
    Process process = start(stopped.toArray());
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertTrue(lines.readLine().startsWith("epoch 0 "));
      process.toHandle().destroy();
      assertTrue(process.waitFor(10, TimeUnit.SECONDS));
    }
    List<Object> resumed = new ArrayList<>(List.of(options));
    resumed.addAll(List.of("--resume", state, "--stop-after", 1));
    Cli.Result rest = Cli.succeed(resumed.toArray());
    assertTrue(rest.json().get("epochs").get(0).get("epoch").asInt() > 0, rest.toString());
  }

  private static final Object[][] HELPS = {
    {"--help"}, {"help"}, {"help", "read"}, {"read", "--help"}, {"--version"}
  };

  private static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/java.nio=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  private static ChildJvm.Result child(Object... args) throws IOException, InterruptedException {
    return ChildJvm.of(Main.class).arguments(args).run();
  }

  private static Process start(Object... args) throws IOException {
    return builder(args).start();
  }

  private static ProcessBuilder builder(Object... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    Stream.of(args).map(Object::toString).forEach(command::add);
    return new ProcessBuilder(command);
  }

  private static String text(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
