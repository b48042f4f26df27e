package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceiptsCommandTest {
  @TempDir private Path folder;
  private Path one;

  @BeforeEach
  void writeTrail() throws IOException {
    one = TrailFile.write(folder.resolve("one"), 1, 0, 1, steps(25));
  }

  private static int[] steps(int count) {
    return IntStream.rangeClosed(1, count).map(i -> i * 2).toArray();
  }

  private static void assertPrints(int code, String line, Object... args) {
    Cli.Result result = Cli.run(args);
    assertEquals("", result.err());
    assertEquals(line, result.out().strip());
    assertEquals(code, result.code());
  }

  private static void assertFails(String message, Object... args) {
    Cli.Result result = Cli.run(args);
    assertEquals(1, result.code());
    assertEquals("", result.out());
    assertEquals(1, result.err().lines().count(), result.err());
    assertTrue(result.err().contains(message), result.err());
  }

  @Test
  void equalTrailsAreEqual() throws IOException {
    Path other = TrailFile.write(folder.resolve("other"), 1, 0, 1, steps(25));
    assertPrints(0, "equal: 25 steps", "receipts", one, other);
  }

  @Test
  void theFirstStepThatDiffersIsNamed() throws IOException {
    int[] steps = steps(25);
    steps[13]++;
    steps[20]++;
    Path other = TrailFile.write(folder.resolve("other"), 1, 0, 1, steps);
    assertPrints(1, "different at epoch 1, step 3; equal before: 13 steps", "receipts", one, other);
    JsonNode json = Cli.run("receipts", other, one, "--json").json();
    assertTrue(!json.get("equal").asBoolean());
    assertEquals("DIFFERENT", json.get("outcome").asText());
    assertEquals(13, json.get("equal_steps").asLong());
    assertEquals(1, json.get("epoch").asLong());
    assertEquals(3, json.get("step").asLong());
  }

  @Test
  void oneThatEndsEarlierIsNotEqual() throws IOException {
    Path other = TrailFile.write(folder.resolve("other"), 1, 0, 1, steps(24));
    String end = " ends before epoch 2, step 4, the other goes on; equal before: 24 steps";
    assertPrints(1, other + end, "receipts", one, other);
    assertPrints(1, other + end, "receipts", other, one);
  }

  @Test
  void ranksAreAddedUp() throws IOException {
    int[] half = IntStream.of(steps(25)).map(sum -> sum / 2).toArray();
    Path rank0 = TrailFile.write(folder.resolve("rank0"), 1, 0, 2, half);
    Path rank1 = TrailFile.write(folder.resolve("rank1"), 1, 1, 2, half);
    assertPrints(0, "equal: 25 steps", "receipts", rank0 + "," + rank1, one);
    assertPrints(0, "equal: 25 steps", "receipts", one, rank1 + "," + rank0);
    assertFails("is of rank 0 of 2, ", "receipts", rank0, one);
  }

  @Test
  void aCommaMayBePartOfAName() throws IOException {
    Path other = Files.copy(one, folder.resolve("a,b"));
    assertPrints(0, "equal: 25 steps", "receipts", one, other);
  }

  @Test
  void whatCannotBeComparedIsSaid() throws IOException {
    Path other = TrailFile.write(folder.resolve("other"), 2, 0, 1, steps(25));
    assertFails("not the same run: seed 1 in " + one + ", 2 in " + other, "receipts", one, other);
    Path broken = TrailFile.broken(folder.resolve("broken"));
    assertFails(broken + ", character 0: found 'no trail'", "receipts", one, broken);
    assertFails("no such file", "receipts", one, folder.resolve("absent"));
  }
}
