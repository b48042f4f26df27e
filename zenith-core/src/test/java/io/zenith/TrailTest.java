package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.TrailComparison.Outcome;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.json.FlatJson;
import io.zenith.internal.proof.ReceiptSum;
import io.zenith.internal.proof.TrailHeader;
import io.zenith.internal.proof.TrailWriter;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Trails hold the sum of each step, whatever happens to them, and name the first that differs.
class TrailTest {
  private static final int EPOCH_STEPS = 7;

  @TempDir private Path folder;

  private static TrailHeader header(int rank, int worldSize, long index) {
    return new TrailHeader(
        RandomRuns.identity(),
        rank,
        worldSize,
        index / EPOCH_STEPS,
        index % EPOCH_STEPS,
        EPOCH_STEPS);
  }

  /// What a rank gets at a step: 12 rows of all ranks, cut among them.
  private static ReceiptSum sum(int rank, int worldSize, long index) {
    ReceiptSum sum = new ReceiptSum();
    for (int i = rank * 12 / worldSize; i < (rank + 1) * 12 / worldSize; i++) {
      long position = index % EPOCH_STEPS * 12 + i;
      sum.add(index / EPOCH_STEPS, position, 0, 1_000 - position);
    }
    return sum;
  }

  private static void write(TrailWriter writer, int rank, int worldSize, long from, long to)
      throws IOException {
    for (long index = from; index < to; index++) {
      writer.write(index / EPOCH_STEPS, index % EPOCH_STEPS, sum(rank, worldSize, index));
    }
  }

  private Path trail(String name, int rank, int worldSize, long from, long to) throws IOException {
    Path file = folder.resolve(name);
    try (TrailWriter writer = TrailWriter.create(file, header(rank, worldSize, from))) {
      write(writer, rank, worldSize, from, to);
    }
    return file;
  }

  private Path trail(String name, long to) throws IOException {
    return trail(name, 0, 1, 0, to);
  }

  private static TrailComparison compare(Path first, Path second) throws IOException {
    return TrailComparison.of(List.of(first), List.of(second));
  }

  private static int headerLength(byte[] trail) {
    return new String(trail, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
  }

  @Test
  void stepsAreTheLittleEndianSumsAfterALine() throws IOException {
    byte[] bytes = Files.readAllBytes(trail("t", 20));
    int start = headerLength(bytes);
    assertEquals(0, start % 16);
    assertEquals(start + 20 * 16, bytes.length);
    for (int index = 0; index < 20; index++) {
      StringBuilder hex = new StringBuilder();
      for (int i = 15; i >= 0; i--) {
        hex.append(String.format("%02x", bytes[start + index * 16 + i]));
      }
      assertEquals("order-1:12:" + hex, Receipt.of(sum(0, 1, index)).toString());
    }
    String line = new String(bytes, 0, start, StandardCharsets.US_ASCII);
    assertTrue(
        line.startsWith("{\"zenith_trail\": 1, \"receipt\": \"order-1\", \"rank\": 0"), line);
  }

  @Test
  void equalTrailsAreEqualAndAnyOtherStepIsNamed() throws IOException {
    Path one = trail("one", 30);
    Path other = trail("other", 30);
    assertEquals(new TrailComparison(Outcome.EQUAL, 0, 0, 30, 4, 2), compare(one, other));
    byte[] bytes = Files.readAllBytes(other);
    int start = headerLength(bytes);
    for (int bit = 0; bit < 30 * 128; bit += 7) {
      byte[] wrong = bytes.clone();
      wrong[start + bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(other, wrong, StandardOpenOption.WRITE);
      long index = bit / 128;
      TrailComparison expected =
          new TrailComparison(
              Outcome.DIFFERENT, 0, 0, index, index / EPOCH_STEPS, index % EPOCH_STEPS);
      assertEquals(expected, compare(one, other));
      assertEquals(expected, compare(other, one));
    }
  }

  @Test
  void ranksAddUp() throws IOException {
    List<Path> whole = List.of(trail("whole", 30));
    for (int worldSize = 2; worldSize <= 5; worldSize++) {
      List<Path> ranks = new ArrayList<>();
      for (int rank = worldSize - 1; rank >= 0; rank--) {
        ranks.add(trail("r" + rank + "of" + worldSize, rank, worldSize, 0, 30));
      }
      assertEquals(Outcome.EQUAL, TrailComparison.of(whole, ranks).outcome());
      assertEquals(Outcome.EQUAL, TrailComparison.of(ranks, whole).outcome());
      List<Path> fewer = ranks.subList(1, worldSize);
      assertTrue(refused(whole, fewer).contains("name the trails of all ranks"));
      assertEquals(Outcome.EQUAL, TrailComparison.of(fewer, fewer).outcome());
      List<Path> twice = new ArrayList<>(ranks);
      twice.add(ranks.getFirst());
      assertTrue(refused(whole, twice).contains("one more trail of rank " + (worldSize - 1)));
    }
    assertTrue(
        refused(List.of(folder.resolve("r0of2")), List.of(folder.resolve("r1of2")))
            .contains("is of rank 0 of 2, "));
    assertTrue(
        refused(List.of(folder.resolve("r0of2"), folder.resolve("r1of3")), whole)
            .contains("are of 2 and 3 ranks"));
    List<Path> late = List.of(folder.resolve("r0of2"), trail("late", 1, 2, 9, 30));
    assertTrue(refused(late, whole).contains("begin at epoch 0, step 0 and epoch 1, step 2"));
    assertTrue(refused(List.of(), whole).contains("no trail"));
  }

  private static String refused(List<Path> first, List<Path> second) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> TrailComparison.of(first, second))
            .getMessage());
  }

  private static String refused(Path first, Path second) {
    return refused(List.of(first), List.of(second));
  }

  @Test
  void oneThatBeginsLaterIsComparedFromThereOn() throws IOException {
    Path whole = trail("whole", 30);
    for (long from = 1; from < 30; from++) {
      Path part = trail("part", 0, 1, from, 30);
      TrailComparison expected =
          new TrailComparison(
              Outcome.EQUAL, from / EPOCH_STEPS, from % EPOCH_STEPS, 30 - from, 4, 2);
      assertEquals(expected, compare(whole, part));
      assertEquals(expected, compare(part, whole));
      Path longer = trail("longer", 0, 1, from, 31);
      assertEquals(Outcome.FIRST_ENDS, compare(whole, longer).outcome());
      assertEquals(Outcome.SECOND_ENDS, compare(longer, whole).outcome());
    }
    assertTrue(
        refused(trail("begun", 0, 1, 30, 30), whole)
            .contains("neither has a step from epoch 4, step 2"));
  }

  @Test
  void everyCutLeavesTheWholeStepsBefore() throws IOException {
    Path whole = trail("whole", 9);
    Path cut = folder.resolve("cut");
    byte[] bytes = Files.readAllBytes(whole);
    int start = headerLength(bytes);
    for (int length = 0; length < bytes.length; length += length < start - 7 ? 7 : 1) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      if (length < start) {
        assertThrows(MalformedDataException.class, () -> compare(cut, whole));
        assertThrows(MalformedDataException.class, () -> TrailWriter.resume(cut, header(0, 1, 0)));
        continue;
      }
      int steps = (length - start) / 16;
      assertEquals(
          new TrailComparison(
              Outcome.FIRST_ENDS, 0, 0, steps, steps / EPOCH_STEPS, steps % EPOCH_STEPS),
          compare(cut, whole));
      try (TrailWriter writer = TrailWriter.resume(cut, header(0, 1, steps))) {
        write(writer, 0, 1, steps, 9);
      }
      assertArrayEquals(bytes, Files.readAllBytes(cut));
      Files.write(cut, Arrays.copyOf(bytes, length));
      String message =
          String.valueOf(
              assertThrows(
                      IllegalArgumentException.class,
                      () -> TrailWriter.resume(cut, header(0, 1, steps + 1)))
                  .getMessage());
      assertTrue(
          message.startsWith(cut + " has " + steps + " steps from epoch 0, step 0"), message);
      assertEquals(length, Files.size(cut), "untouched");
    }
  }

  @Test
  void whatWasWrittenAfterTheCheckpointIsCutOff() throws IOException {
    byte[] bytes = Files.readAllBytes(trail("whole", 0, 1, 3, 20));
    for (long from = 3; from <= 20; from++) {
      Path file = folder.resolve("t");
      Files.write(file, bytes);
      Files.write(file, new byte[5], StandardOpenOption.APPEND);
      try (TrailWriter writer = TrailWriter.resume(file, header(0, 1, from))) {
        assertEquals(bytes.length - (20 - from) * 16, Files.size(file));
        write(writer, 0, 1, from, 20);
      }
      assertArrayEquals(bytes, Files.readAllBytes(file));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> TrailWriter.resume(folder.resolve("t"), header(0, 1, 2)));
  }

  @Test
  void theTrailOfAnotherRunIsNeitherContinuedNorCompared() throws IOException {
    Path file = trail("t", 20);
    byte[] before = Files.readAllBytes(file);
    TrailHeader header = header(0, 1, 5);
    TrailHeader otherSeed = new TrailHeader(RandomRuns.identity(43), 0, 1, 0, 5, EPOCH_STEPS);
    TrailHeader otherLength = new TrailHeader(RandomRuns.identity(), 0, 1, 0, 5, EPOCH_STEPS + 1);
    for (TrailHeader other : List.of(otherSeed, otherLength, header(0, 2, 5))) {
      assertThrows(IllegalArgumentException.class, () -> TrailWriter.resume(file, other));
      assertArrayEquals(before, Files.readAllBytes(file));
    }
    Path seed = folder.resolve("seed");
    TrailWriter.create(seed, otherSeed).close();
    assertEquals("not the same run: seed 42 in " + file + ", 43 in " + seed, refused(file, seed));
    Path length = folder.resolve("length");
    TrailWriter.create(length, otherLength).close();
    assertEquals(
        "not the same run: 7 steps an epoch in " + file + ", 8 in " + length,
        refused(file, length));
    TrailWriter.resume(file, header).close();
    TrailWriter.resume(folder.resolve("new"), header).close();
    assertArrayEquals(header.toBytes(), Files.readAllBytes(folder.resolve("new")));
  }

  @Test
  void everyBitOfTheFirstLineCounts() throws IOException {
    Path right = trail("right", 3);
    Path wrong = trail("wrong", 3);
    byte[] bytes = Files.readAllBytes(right);
    for (int bit = 0; bit < headerLength(bytes) * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(wrong, flipped, StandardOpenOption.WRITE);
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> compare(right, wrong));
      assertTrue(error.getMessage().startsWith(wrong.toString()), error::getMessage);
    }
  }

  @Test
  void whatIsNoTrailIsRefused() throws IOException {
    Path right = trail("right", 3);
    Path wrong = folder.resolve("wrong");
    new Checkpoint(RandomRuns.identity(), 0, 0, Receipt.ZERO).write(wrong);
    assertThrows(MalformedDataException.class, () -> compare(right, wrong));
    Files.write(wrong, new byte[1 << 20]);
    assertThrows(MalformedDataException.class, () -> compare(right, wrong));
    String line = new String(header(0, 1, 0).toBytes(), StandardCharsets.US_ASCII);
    Files.writeString(wrong, " " + line);
    assertThrows(MalformedDataException.class, () -> compare(right, wrong));
    edit(wrong, line, "zenith_trail", 2);
    assertThrows(UnsupportedDataException.class, () -> compare(right, wrong));
    for (String field : List.of("rank", "world_size", "epoch", "step", "epoch_steps")) {
      edit(wrong, line, field, -1);
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> compare(right, wrong));
      assertTrue(error.getMessage().contains("field " + field), error::getMessage);
    }
    edit(wrong, line, "rank", 1);
    assertThrows(MalformedDataException.class, () -> compare(right, wrong));
    edit(wrong, line, "step", EPOCH_STEPS);
    assertThrows(MalformedDataException.class, () -> compare(right, wrong));
    edit(wrong, line, "epoch", Long.MAX_VALUE);
    assertTrue(refused(right, wrong).contains("2^63 apart"));
  }

  private static void edit(Path file, String line, String field, long value) throws IOException {
    String json = FlatJson.parse(line, "").put(field, value).line();
    Files.writeString(file, json + " ".repeat(15 - json.length() % 16) + "\n");
  }

  @Test
  void stepsThatWereLeftOutAreZeroAndNoneIsWrittenTwice() throws IOException {
    Path file = folder.resolve("t");
    try (TrailWriter writer = TrailWriter.create(file, header(0, 1, 0))) {
      write(writer, 0, 1, 0, 3);
      write(writer, 0, 1, 14, 16);
      assertThrows(IllegalArgumentException.class, () -> writer.write(2, 1, sum(0, 1, 15)));
      assertThrows(IllegalArgumentException.class, () -> writer.write(0, 3, sum(0, 1, 3)));
    }
    byte[] bytes = Files.readAllBytes(trail("whole", 16));
    int start = headerLength(bytes);
    Arrays.fill(bytes, start + 3 * 16, start + 14 * 16, (byte) 0);
    assertArrayEquals(bytes, Files.readAllBytes(file));
  }

  @Test
  void anEpochOfUnknownLengthIsTheOnlyOne() throws IOException {
    Path file = folder.resolve("t");
    TrailHeader header = new TrailHeader(RandomRuns.identity(), 0, 1, 1, 2, 0);
    try (TrailWriter writer = TrailWriter.create(file, header)) {
      write(writer, 0, 1, EPOCH_STEPS + 2, 2 * EPOCH_STEPS);
      assertThrows(IllegalArgumentException.class, () -> writer.write(2, 0, sum(0, 1, 14)));
    }
    TrailComparison expected = new TrailComparison(Outcome.EQUAL, 1, 2, 5, 2, 0);
    Path whole = trail("whole", 2 * EPOCH_STEPS);
    assertEquals(expected, compare(file, whole));
    assertEquals(expected, compare(whole, file));
    assertEquals(new TrailComparison(Outcome.EQUAL, 1, 2, 5, 1, 7), compare(file, file));
  }

  @Test
  void anInterruptDoesNotDisturbIt() throws IOException {
    Path file = folder.resolve("t");
    try (TrailWriter writer = TrailWriter.create(file, header(0, 1, 0))) {
      Thread.currentThread().interrupt();
      write(writer, 0, 1, 0, 9);
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals(9, compare(file, trail("whole", 9)).equalSteps());
  }

  @Test
  void randomRunsAreComparedAsTheirStepsAre() {
    Property.check(
        100,
        (random, _) -> {
          int fromOne = random.nextInt(20);
          int fromOther = random.nextInt(20);
          int toOne = random.nextInt(21, 40);
          int toOther = random.nextBoolean() ? toOne : random.nextInt(21, 40);
          Path one = trail("one", 0, 1, fromOne, toOne);
          Path other = trail("other", 0, 1, fromOther, toOther);
          int wrong = random.nextInt(40);
          if (wrong >= fromOther && wrong < toOther) {
            byte[] bytes = Files.readAllBytes(other);
            bytes[headerLength(bytes) + (wrong - fromOther) * 16 + random.nextInt(16)] ^= 1;
            Files.write(other, bytes);
          }
          int from = Math.max(fromOne, fromOther);
          int to = Math.min(toOne, toOther);
          Outcome outcome =
              toOne == toOther
                  ? Outcome.EQUAL
                  : toOne < toOther ? Outcome.FIRST_ENDS : Outcome.SECOND_ENDS;
          if (wrong >= from && wrong < to) {
            outcome = Outcome.DIFFERENT;
            to = wrong;
          }
          assertEquals(
              new TrailComparison(
                  outcome,
                  from / EPOCH_STEPS,
                  from % EPOCH_STEPS,
                  to - from,
                  to / EPOCH_STEPS,
                  to % EPOCH_STEPS),
              compare(one, other));
        });
  }

  /// Writes steps until it is killed.
  static final class Writing {
    private Writing() {}

    public static void main(String[] arguments) throws IOException {
      try (TrailWriter writer = TrailWriter.create(Path.of(arguments[0]), header(0, 1, 0))) {
        write(writer, 0, 1, 0, Long.MAX_VALUE);
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aKilledProcessLeavesTheStepsItWrote() throws Exception {
    Path file = folder.resolve("t");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                Writing.class.getName(),
                file.toString())
            .inheritIO()
            .start();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while ((Files.notExists(file) || Files.size(file) < 10_000) && System.nanoTime() < until) {
      Thread.sleep(1);
    }
    process.destroyForcibly().waitFor();
    TrailComparison comparison = compare(file, trail("whole", 400));
    assertTrue(comparison.equalSteps() > 300, comparison::toString);
    assertTrue(comparison.outcome() != Outcome.DIFFERENT, comparison::toString);
  }

  /// Reads with a trail until that cannot be written.
  static final class Filling {
    private Filling() {}

    public static void main(String[] arguments) throws IOException {
      try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10_000));
          DataLoader loader = folder.open().loader(1).trail(Path.of(arguments[0])).build()) {
        Iterator<Batch> batches = loader.iterator();
        String first = failure(batches);
        System.out.println(first + " / " + failure(batches));
      }
    }

    private static String failure(Iterator<Batch> batches) {
      try {
        while (batches.hasNext()) {
          Ids.check(batches.next());
        }
        return "no failure";
      } catch (UncheckedIOException | IllegalStateException e) {
        return e.getClass().getSimpleName() + " " + e.getMessage();
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whoeverGoesOnAfterAStepThatCannotBeWrittenDoesNotLoseIt() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                // No file may be larger than 8 blocks, not even those that the JVM keeps for
                // others.
                "ulimit -f 8 && exec \"$0\" -XX:-UsePerfData -cp \"$1\" \"$2\" \"$3\"",
                java,
                System.getProperty("java.class.path"),
                Filling.class.getName(),
                folder.resolve("t").toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    assertTrue(printed.startsWith("UncheckedIOException "), printed);
    assertTrue(printed.contains(" / IllegalStateException reading failed at step "), printed);
  }
}
