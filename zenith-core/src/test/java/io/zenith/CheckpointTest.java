package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.json.FlatJson;
import io.zenith.internal.order.End;
import io.zenith.internal.proof.RunIdentity;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A checkpoint is read as it was written, or refused by name; a file of it is always whole.
class CheckpointTest {
  private static final Receipt RECEIPT = new Receipt(1_088, 1, 2);

  @TempDir private Path folder;

  private static Checkpoint checkpoint(long step) {
    return new Checkpoint(RandomRuns.identity(), 0, step, RECEIPT);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void whatIsWrittenIsRead() {
    Path file = folder.resolve("state.json");
    Property.check(
        30,
        (random, _) -> {
          Checkpoint checkpoint = RandomRuns.checkpoint(random);
          checkpoint.write(file);
          assertEquals(checkpoint, Checkpoint.read(file));
          assertEquals(checkpoint.hashCode(), Checkpoint.read(file).hashCode());
          assertEquals(checkpoint, Checkpoint.parse(checkpoint.toString()));
          assertEquals(1, checkpoint.toString().lines().count());
          assertTrue(
              Files.readString(file).chars().allMatch(c -> c == '\n' || (c >= 32 && c < 127)));
          assertNotEquals(checkpoint, RandomRuns.checkpoint(random));
        });
  }

  @Test
  void theFieldsAreThoseOfTheRun() throws IOException {
    Checkpoint checkpoint = checkpoint(17);
    assertEquals(
        List.of(0L, 17L, 42L, 65_536L, 16L, 64L, Remainder.KEEP, RECEIPT),
        List.of(
            checkpoint.epoch(),
            checkpoint.step(),
            checkpoint.seed(),
            checkpoint.window(),
            checkpoint.lanes(),
            checkpoint.globalBatch(),
            checkpoint.remainder(),
            checkpoint.receipt()));
    Path file = folder.resolve("state.json");
    checkpoint.write(file);
    List<String> lines = Files.readAllLines(file);
    assertEquals(
        List.of(
            "{",
            "  \"zenith_checkpoint\": 1,",
            "  \"epoch\": 0,",
            "  \"step\": 17,",
            "  \"receipt\": \"order-1:1088:00000000000000010000000000000002\",",
            "  \"dataset\": \"" + checkpoint.dataset() + "\",",
            "  \"order\": \"" + checkpoint.order() + "\",",
            "  \"order_version\": 1,",
            "  \"shuffle\": \"window\",",
            "  \"seed\": 42,",
            "  \"window\": 65536,",
            "  \"lanes\": 16,",
            "  \"global_batch\": 64,",
            "  \"remainder\": \"keep\",",
            "  \"filter\": \"label < 10\","),
        lines.subList(0, lines.size() - 2));
    assertEquals("}", lines.getLast());
  }

  /// One that is equal, or a named error.
  private static void assertSameOrRefused(Checkpoint checkpoint, byte[] bytes, Path file)
      throws IOException {
    Files.write(file, bytes, StandardOpenOption.WRITE);
    try {
      assertEquals(checkpoint, Checkpoint.read(file));
    } catch (MalformedDataException | UnsupportedDataException e) {
      assertTrue(e.getMessage().startsWith(file.toString()), e::getMessage);
    }
  }

  @Test
  void everyBitCountsAndEveryByte() throws IOException {
    Path file = folder.resolve("state.json");
    Checkpoint checkpoint = RandomRuns.checkpoint(new SplittableRandom(3));
    checkpoint.write(file);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length; i++) {
      for (int flip : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
        byte[] wrong = bytes.clone();
        wrong[i] ^= (byte) flip;
        assertSameOrRefused(checkpoint, wrong, file);
      }
    }
  }

  @Test
  void everyCutIsRefused() throws IOException {
    Path file = folder.resolve("state.json");
    Checkpoint checkpoint = RandomRuns.checkpoint(new SplittableRandom(4));
    checkpoint.write(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long length = channel.size() - 1;
      channel.truncate(length);
      assertEquals(checkpoint, Checkpoint.read(file), "without the last line end");
      while (length > 0) {
        channel.truncate(--length);
        assertThrows(MalformedDataException.class, () -> Checkpoint.read(file));
      }
    }
  }

  private static String edited(UnaryOperator<FlatJson> edit) {
    FlatJson json = FlatJson.parse(checkpoint(17).toString(), "");
    return edit.apply(json).line();
  }

  private static void assertRefused(
      Class<? extends RuntimeException> type, String message, String text) {
    RuntimeException error = assertThrows(type, () -> Checkpoint.parse(text));
    assertTrue(String.valueOf(error.getMessage()).contains(message), error::getMessage);
  }

  private static void assertMalformed(String message, String text) {
    assertRefused(MalformedDataException.class, message, text);
  }

  @Test
  void fieldsThatAreAbsentOrWrongAreNamed() {
    FlatJson right = FlatJson.parse(checkpoint(17).toString(), "");
    for (Map.Entry<String, Object> field : right.fields().entrySet()) {
      String name = field.getKey();
      FlatJson without = FlatJson.empty();
      right
          .fields()
          .forEach((other, value) -> {
            if (!other.equals(name)) {
              put(without, other, value);
            }
          });
      assertMalformed("field " + name + ": found nothing", without.line());
      boolean isText = field.getValue() instanceof String;
      String otherType =
          edited(json -> isText ? json.put(name, 1) : json.put(name, String.valueOf(1)));
      assertMalformed(
          "field " + name + ": found " + (isText ? "1, expected a str" : "'1', expected an int"),
          otherType);
    }
    assertMalformed("field epoch: found -1", edited(json -> json.put("epoch", -1)));
    assertMalformed("field step: found -1", edited(json -> json.put("step", -1)));
    assertMalformed("field lanes: found 0", edited(json -> json.put("lanes", 0)));
    assertMalformed("field window: found -1", edited(json -> json.put("window", -1)));
    assertMalformed("field global_batch: found 0", edited(json -> json.put("global_batch", 0)));
    assertMalformed("field remainder: found 'KEEP'", edited(j -> j.put("remainder", "KEEP")));
    assertMalformed("field dataset: found 'ABC'", edited(json -> json.put("dataset", "ABC")));
    assertMalformed("field receipt: found 'x' is no", edited(json -> json.put("receipt", "x")));
    assertMalformed("field order: found ", edited(json -> json.put("seed", 43)));
    assertMalformed("field check: found ", checkpoint(17).toString().replace("17,", "18,"));
    assertMalformed("character 0: found 'hello', expected '{'", "hello");
    assertMalformed("character 0: found the end", "");
  }

  private static void put(FlatJson json, String name, Object value) {
    if (value instanceof String text) {
      json.put(name, text);
    } else {
      json.put(name, (long) value);
    }
  }

  @Test
  void otherVersionsAreRefusedAndMoreFieldsAreNot() {
    assertRefused(
        UnsupportedDataException.class,
        "checkpoint: zenith_checkpoint 2 is not supported, only 1",
        edited(json -> json.put("zenith_checkpoint", 2)));
    assertRefused(
        UnsupportedDataException.class,
        "order_version 2 is not supported, only 1",
        edited(json -> json.put("order_version", 2)));
    assertMalformed("found 0", edited(json -> json.put("zenith_checkpoint", 0)));
    assertMalformed(
        "hash order-2, not order-1",
        edited(json -> json.put("receipt", RECEIPT.toString().replace("order-1", "order-2"))));
    assertEquals(
        checkpoint(17), Checkpoint.parse(edited(json -> json.put("later", "\u20ac").put("x", 1))));
  }

  @Test
  void whatIsTooLongIsRefused() throws IOException {
    String blanks = " ".repeat(1 << 16);
    assertMalformed("more than 64 KiB", checkpoint(1) + blanks);
    Path file = folder.resolve("state.json");
    Files.writeString(file, checkpoint(1) + blanks);
    assertThrows(MalformedDataException.class, () -> Checkpoint.read(file));
    RunIdentity longest =
        new RunIdentity("0".repeat(64), "none", -1, 0, 1, 1, End.DROP, "\u0001".repeat(100_000));
    Checkpoint checkpoint = new Checkpoint(longest, 1, 2, RECEIPT);
    checkpoint.write(file);
    assertEquals(checkpoint, Checkpoint.read(file));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anEndlessFileIsRefused() {
    assertThrows(MalformedDataException.class, () -> Checkpoint.read(Path.of("/dev/zero")));
    assertThrows(MalformedDataException.class, () -> Checkpoint.read(Path.of("/dev/null")));
  }

  @Test
  void bytesThatAreNoTextAreRefused() throws IOException {
    Path file = folder.resolve("state.json");
    Files.write(
        file,
        checkpoint(1).toString().replace('l', '\u00df').getBytes(StandardCharsets.ISO_8859_1));
    MalformedDataException error =
        assertThrows(MalformedDataException.class, () -> Checkpoint.read(file));
    assertEquals(file + ": found bytes that are no text, expected UTF-8", error.getMessage());
  }

  @Test
  void whatCannotBeReadOrWrittenIsAnIoError() throws IOException {
    Path absent = folder.resolve("no/state.json");
    assertThrows(NoSuchFileException.class, () -> Checkpoint.read(absent));
    assertThrows(NoSuchFileException.class, () -> checkpoint(1).write(absent));
    assertThrows(IOException.class, () -> Checkpoint.read(folder));
    assertThrows(FileAlreadyExistsException.class, () -> checkpoint(1).write(folder));
    assertEquals(List.of(), names());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatTakesNoFilesIsAnIoError() {
    assertThrows(IOException.class, () -> checkpoint(1).write(Path.of("/proc/state.json")));
  }

  /// Writes one checkpoint over another that is there; with an argument more, without end.
  static final class Writing {
    private Writing() {}

    public static void main(String[] arguments) {
      Path file = Path.of(arguments[0]);
      try {
        long step = 2;
        do {
          checkpoint(step++).write(file);
        } while (arguments.length > 1);
      } catch (IOException e) {
        System.exit(String.valueOf(e.getMessage()).startsWith(file + ": ") ? 3 : 4);
      }
    }
  }

  private static Process start(String shell, Path file, String... more) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    List<String> command =
        Stream.concat(
                Stream.of(
                    "sh",
                    "-c",
                    shell + "exec \"$@\"",
                    "sh",
                    java,
                    "-XX:-UsePerfData",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    classPath,
                    Writing.class.getName(),
                    file.toString()),
                Stream.of(more))
            .toList();
    return new ProcessBuilder(command).inheritIO().start();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void withoutRoomTheOneBeforeStaysAndNothingElse() throws Exception {
    Path file = folder.resolve("state.json");
    checkpoint(1).write(file);
    assertEquals(3, start("ulimit -f 0; ", file).waitFor());
    assertEquals(checkpoint(1), Checkpoint.read(file));
    assertEquals(List.of("state.json"), names());
    assertEquals(0, start("", file).waitFor());
    assertEquals(checkpoint(2), Checkpoint.read(file));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aKilledProcessLeavesAWholeOne() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    Path file = folder.resolve("state.json");
    for (int round = 0; round < 2; round++) {
      checkpoint(1).write(file);
      Process process = start("", file, "on");
      long step = 1;
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (step < 10 + random.nextInt(40) && System.nanoTime() < until) {
        long read = Checkpoint.read(file).step();
        assertTrue(read >= step, read + " after " + step);
        step = read;
      }
      process.destroyForcibly().waitFor();
      long last = Checkpoint.read(file).step();
      assertTrue(last >= step && last > 1, last + " after " + step);
      assertEquals(checkpoint(last), Checkpoint.read(file));
      List<String> left = names().stream().filter(name -> name.startsWith(".")).toList();
      assertTrue(left.size() <= round + 1, left::toString);
      assertTrue(left.stream().allMatch(name -> name.endsWith(".unfinished")), left::toString);
    }
  }

  @Test
  void anInterruptIsKeptForLater() throws IOException {
    Path file = folder.resolve("state.json");
    Thread.currentThread().interrupt();
    try {
      checkpoint(5).write(file);
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals(checkpoint(5), Checkpoint.read(file));
    assertEquals(List.of("state.json"), names());
  }

  @Test
  void interruptsAtAnyMomentLeaveNothingBehind() throws Exception {
    Path file = folder.resolve("state.json");
    Thread writer = Thread.currentThread();
    Thread interrupter =
        Thread.ofPlatform()
            .start(() -> {
              SplittableRandom random = new SplittableRandom(1);
              for (int i = 0; i < 40; i++) {
                writer.interrupt();
                LockSupport.parkNanos(random.nextInt(10_000_000));
              }
            });
    for (long step = 1; interrupter.isAlive(); step++) {
      checkpoint(step).write(file);
      Thread.interrupted();
      assertEquals(checkpoint(step), Checkpoint.parse(Files.readString(file)));
      assertEquals(List.of("state.json"), names());
    }
    Thread.interrupted();
  }

  @Test
  void differencesAreNamed() {
    RunIdentity one = RandomRuns.identity();
    assertEquals(List.of(), one.differences(RandomRuns.identity(), "there", "here"));
    RunIdentity other = new RunIdentity("f".repeat(64), "none", -1, 0, 8, 32, End.DROP, "");
    assertEquals(
        List.of(
            "dataset " + one.dataset() + " in the checkpoint, " + "f".repeat(64) + " here",
            "shuffle window in the checkpoint, none here",
            "seed 42 in the checkpoint, -1 here",
            "window 65,536 in the checkpoint, 0 here",
            "lanes 16 in the checkpoint, 8 here",
            "global batch 64 in the checkpoint, 32 here",
            "remainder keep in the checkpoint, drop here",
            "filter 'label < 10' in the checkpoint, none here"),
        one.differences(other, "in the checkpoint", "here"));
    assertNotEquals(one.order(), other.order());
  }

  @Test
  void longFiltersThatDifferAtTheirEndDiffer() {
    String text = "label in (" + "1, ".repeat(10_000);
    RunIdentity one = filtered(text + "2)");
    RunIdentity other = filtered(text + "3)");
    assertNotEquals(one.order(), other.order());
    assertEquals(1, one.differences(other, "there", "here").size());
    assertEquals(one, filtered(text + "2)"));
    assertEquals(1_000, one.filter().length());
    assertEquals(one, RunIdentity.of(one.toJson()));
  }

  private static RunIdentity filtered(String filter) {
    return new RunIdentity("0".repeat(64), "none", 0, 0, 1, 1, End.KEEP, filter);
  }
}
