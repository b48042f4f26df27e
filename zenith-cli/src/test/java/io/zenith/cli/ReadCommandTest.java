package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadCommandTest {
  @TempDir private Path folder;

  private Path table;
  private Path mixed;

  @BeforeEach
  void generate() {
    Cli.succeed("generate", "table", folder.resolve("t"), "--rows", 1_000);
    Cli.succeed("generate", "mixed", folder.resolve("m"), "--rows", 1_500);
    table = folder.resolve("t/table.arrow");
    mixed = folder.resolve("m/mixed.arrow");
  }

  @Test
  void readsAllRowsOfAllEpochs() {
    JsonNode json = read(table, "--epochs", 3, "--batch-size", 300);
    assertEquals(3_000, json.get("rows").asLong());
    assertEquals(12, json.get("batches").asLong());
    assertEquals(6, json.get("warm").get("batches").asLong());
    assertEquals(3, json.get("epoch_seconds").size());
    assertEquals(13, json.get("columns").size());
    assertTrue(json.get("rows_per_second").asDouble() > 0);
    assertEquals("single batches", json.get("warm").get("batch_nanos").get("of").asText());
  }

  @Test
  void theChecksumIsOfTheRowsAndNotOfTheBatches() {
    for (Path file : new Path[] {table, mixed}) {
      JsonNode whole = read(file, "--batch-size", 5_000);
      for (int batchSize : new int[] {1, 7, 64, 999}) {
        JsonNode parts = read(file, "--batch-size", batchSize);
        assertEquals(whole.get("checksum"), parts.get("checksum"), file + " by " + batchSize);
        assertEquals(whole.get("bytes"), parts.get("bytes"), file + " by " + batchSize);
      }
    }
  }

  @Test
  void theChecksumTellsValuesApart() {
    Cli.succeed("generate", "table", folder.resolve("u"), "--rows", 1_000, "--seed", 9);
    assertNotEquals(read(table).get("checksum"), read(folder.resolve("u")).get("checksum"));
  }

  @Test
  void countsTheBytesThatItTouched() {
    JsonNode ids = read(table, "--columns", "id,f0");
    assertEquals(12_000, ids.get("bytes").asLong());
    assertEquals("values touched", ids.get("bytes_of").asText());
    long sum = 0;
    for (long id = 0; id < 1_000; id++) {
      sum += id & 0xFF;
      sum += id >> 8;
    }
    assertEquals(sum, read(table, "--columns", "id").get("checksum").asLong());
  }

  @Test
  void touchesAsMuchAsItIsTold() {
    JsonNode none = read(table, "--touch", "none");
    assertTrue(none.get("checksum").isNull());
    assertEquals("files", none.get("bytes_of").asText());
    JsonNode first = read(table, "--touch", "FIRST", "--columns", "id", "--batch-size", 100);
    long sum = 0;
    for (long id = 0; id < 1_000; id += 100) {
      sum += (id & 0xFF) + (id >> 8);
    }
    assertEquals(sum, first.get("checksum").asLong());
    read(mixed, "--touch", "first");
  }

  @Test
  void takesTheOptionsOfALoader() {
    read(table, "--prefetch", 1, "--memory", "1 GiB");
    for (Object[] wrong :
        new Object[][] {
          {"--prefetch", 0}, {"--memory", "much"}, {"--batch-size", 0}, {"--epochs", -1}
        }) {
      Cli.Result result = Cli.run("read", table, wrong[0], wrong[1]);
      assertEquals(2, result.code(), result.toString());
    }
  }

  @Test
  void withoutRowsThereAreNoFigures() {
    Cli.succeed("generate", "table", folder.resolve("none"), "--rows", 0);
    Path none = folder.resolve("none/table.arrow");
    String text = Cli.succeed("read", none).out();
    assertTrue(text.startsWith("0 rows in 0 batches of 64, columns id,"), text);
    assertTrue(text.contains("there are no batches"), text);
    assertFalse(text.contains("garbage") || text.contains("p50"), text);
    assertEquals(0, read(none).get("warm").get("garbage_per_batch").asLong());
  }

  @Test
  void saysItInWords() {
    String text = Cli.succeed("read", table, "--epochs", 2).out();
    assertTrue(text.startsWith("2,000 rows in 32 batches of 64, 2 epochs, columns id,"), text);
    assertTrue(text.contains("GB/s of values touched"), text);
    assertTrue(text.contains("(single batches)") || text.contains("(blocks of 100"), text);
    assertTrue(text.contains("garbage"), text);
  }

  @Test
  void saysWhoHasWaitedIfAsked() {
    assertTrue(read(table).get("waits").isNull());
    JsonNode waits = read(table, "--report", "--shuffle", 3).get("waits");
    assertTrue(waits.get("verdict").asText().startsWith("The consumer "), waits.toString());
    assertEquals("gather", waits.get("stages").get(2).get("stage").asText());
    assertTrue(waits.get("stages").get(2).get("count").asLong() > 0, waits.toString());
    String text = Cli.succeed("read", table, "--report").out();
    assertTrue(text.contains("\n\n16 steps, 1,000 rows of 1 epoch in "), text);
    assertTrue(text.contains("\nThe consumer never waited.\n"), text);
  }

  @Test
  void aFinishedRunSaysThatNothingWasLeft() {
    Path end = folder.resolve("end.json");
    Cli.succeed("read", table, "--checkpoint", end);
    String text = Cli.succeed("read", table, "--resume", end, "--report").out();
    assertTrue(text.contains("there are no batches"), text);
    assertTrue(text.contains("The run was finished when it was resumed"), text);
  }

  @Test
  void aCheckpointThatWouldNotBeWrittenIsRefused() {
    String message = "--checkpoint-every needs --checkpoint FILE";
    assertRefused(message, table, "--checkpoint-every", 10);
    Path here = folder.resolve("here.json");
    assertRefused(
        "--checkpoint-every 0: at least 1", table, "--checkpoint-every", 0, "--checkpoint", here);
    assertRefused(
        "--checkpoint: nobody can go on in the midst of standard input", "-", "--checkpoint", here);
  }

  private static void assertRefused(String message, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("read"));
    all.addAll(List.of(arguments));
    Cli.Result result = Cli.run(all.toArray());
    assertEquals(2, result.code(), result.toString());
    assertTrue(result.err().contains(message), result.err());
  }

  @Test
  void aCheckpointThatCannotBeWrittenDoesNotHideTheFailure() throws IOException {
    Path cut = folder.resolve("cut.arrow");
    Cli.succeed("convert", table, cut, "--batch-rows", 100, "--codec", "zstd");
    try (RandomAccessFile file = new RandomAccessFile(cut.toFile(), "rw")) {
      // The bytes of a record batch in the middle; the footer stays.
      file.seek(file.length() / 2);
      file.write(new byte[4_000]);
    }
    Cli.Result plain = Cli.run("read", cut);
    assertEquals(1, plain.code(), plain.toString());
    Cli.Result other = Cli.run("read", cut, "--checkpoint", folder.resolve("none/here.json"));
    assertEquals(plain.err(), other.err());
  }

  private static JsonNode read(Object... args) {
    Object[] all = new Object[args.length + 2];
    all[0] = "read";
    all[1] = "--json";
    System.arraycopy(args, 0, all, 2, args.length);
    return Cli.succeed(all).json();
  }
}
