package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What goes wrong while a command works: exit code 1, and one plain line with cause and hint.
class FailureTest {
  private static final List<String> READERS = List.of("inspect", "head", "read");

  @TempDir private Path folder;

  private Path table;

  @BeforeEach
  void writeTable() {
    Cli.succeed("generate", "table", folder, "--rows", 100);
    table = folder.resolve("table.arrow");
  }

  @Test
  void aMissingFileIsNamedWithItsNeighbours() {
    for (String command : READERS) {
      String line = fail(command, folder.resolve("tabel.arrow"));
      assertTrue(line.contains("tabel.arrow: no such file"), line);
      assertTrue(line.contains("its folder has table.arrow"), line);
    }
    String line = fail("head", folder.resolve("nowhere/x.arrow"));
    assertTrue(line.contains("nor is there a folder"), line);
  }

  @Test
  void aFileThatWasCutIsNamedWithThePlace() throws IOException {
    Path cut = folder.resolve("cut.arrow");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(table), 5_000));
    for (String command : READERS) {
      String line = fail(command, cut);
      assertTrue(line.contains("cut.arrow, end of file: found"), line);
      assertTrue(line.contains("damaged or cut short"), line);
    }
  }

  @Test
  void aFileOfNoKnownFormatIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "not data at all, really");
    for (String command : READERS) {
      String line = fail(command, text);
      assertTrue(line.contains("notes.txt seems to be text; "), line);
      // In tests there are formats of the test kit as well.
      assertTrue(
          line.matches(
              ".*; this build reads: arrow, csv, (mem, )?parquet(, raw)? \\(a table in text: with --delimiter .*"),
          line);
      assertFalse(line.contains("class or module path"), line);
    }
  }

  @Test
  void filesOfOtherFormatsAreNamedByWhatTheySeemToBe() throws IOException {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    Path json = Files.writeString(plain.resolve("x.json"), "{}");
    Path orc = Files.writeString(folder.resolve("renamed.dat"), "ORC.....");
    for (String command : READERS) {
      for (Object path : List.<Object>of(json, plain, plain + "/*.json", json.toUri())) {
        String line = fail(command, path);
        assertTrue(line.contains("x.json seems to be a JSON file"), line);
        assertTrue(line.contains(" (from Python: "), line);
      }
      assertTrue(fail(command, orc).contains("renamed.dat seems to be an ORC file"));
      assertTrue(fail(command, table, orc).contains("renamed.dat seems to be an ORC file"));
    }
  }

  @Test
  void whatIsOnlyCalledArrowIsNotCalledDamaged() throws IOException {
    Path text = Files.writeString(folder.resolve("text.arrow"), "id,label\n1,2\n");
    Path empty = Files.createFile(folder.resolve("empty.arrow"));
    byte[] bytes = Files.readAllBytes(table);
    bytes[0] = 0;
    Path damaged = Files.write(folder.resolve("damaged.arrow"), bytes);
    for (String command : READERS) {
      String line = fail(command, text);
      assertTrue(line.contains("text.arrow seems to be text; "), line);
      line = fail(command, empty);
      assertTrue(line.contains("empty.arrow is empty"), line);
      assertTrue(fail(command, damaged).contains("damaged or cut short"));
    }
  }

  @Test
  void otherPlacesThanThisMachineAreRefusedByName() throws IOException {
    for (String command : READERS) {
      String line = fail(command, "gs://bucket/x.arrow");
      assertTrue(
          line.contains("this machine, s3:// and https://, nothing from gs; copy it here"), line);
      assertFalse(line.contains("class or module path"), line);
    }
  }

  @Test
  void anEmptyFolderIsNotLookedForInItsParent() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertEquals("zenith head: " + empty + ": no file there", fail("head", empty));
  }

  @Test
  void aFileThatIsCutWhileItIsReadIsNamedWithThePlace() throws IOException {
    Dataset dataset = Dataset.open(table.toString());
    try (FileChannel channel = FileChannel.open(table, StandardOpenOption.WRITE)) {
      channel.truncate(1_000);
    }
    InternalError fault =
        new InternalError("a fault occurred in an unsafe memory access operation");
    String line = Failures.line(CutFile.explain(fault, dataset, "step 3"));
    assertTrue(line.startsWith(table + " was cut short from "), line);
    assertTrue(line.contains(" to 1,000 bytes while it was read, at step 3: run again"), line);
    assertFalse(Failures.line(fault).contains("unsafe"));
    MalformedDataException changed = new MalformedDataException("x", "other bytes", "these");
    assertEquals(line, Failures.line(CutFile.explain(changed, dataset, "step 3")));
    InternalError other = new InternalError("other");
    assertSame(
        other, assertThrows(InternalError.class, () -> CutFile.explain(other, dataset, "step 3")));
  }

  @Test
  void whatIsNotReadYetIsNamed() {
    Path bigEndian =
        SharedFiles.require("conformance/arrow/1.0.0-bigendian/generated_nested.stream");
    for (String command : READERS) {
      assertTrue(fail(command, bigEndian).contains("big-endian"));
    }
  }

  @Test
  void aWrongColumnGetsAGuess() {
    for (String command : List.of("head", "read")) {
      String line = fail(command, table, "--columns", "id,lable");
      assertTrue(line.contains("no column 'lable' (did you mean 'label'?)"), line);
    }
    String line = fail("demo", "--data", table);
    assertTrue(line.contains("no column 'image'") && line.contains("--image"), line);
  }

  @Test
  void demoRefusesWhatIsNoImageOrLabel() {
    assertTrue(fail("demo", "--data", table, "--image", "blob").contains("'blob' is binary"));
    String line = fail("demo", "--data", table, "--image", "f0", "--label", "f1");
    assertTrue(line.contains("--label"), line);
  }

  @Test
  void filesForTheResultsOfTheBenchmarkAreLookedAtFirst() {
    for (String option : List.of("--json", "--picture")) {
      Path file = folder.resolve("none/result");
      String line = fail("bench", option, file);
      assertTrue(line.contains(option + " " + file + ": there is no folder"), line);
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsNamedAsItWasAskedFor() {
    Path script = folder.resolve("none/script");
    String line = fail("completion", script);
    assertTrue(line.startsWith("zenith completion: " + script + ": no such file"), line);
    line = fail("read", table, "--checkpoint", script);
    assertTrue(line.startsWith("zenith read: " + script + ": no such file"), line);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aTraceWithoutRoomIsNamedWithTheReason() throws IOException {
    Path full = Files.createSymbolicLink(folder.resolve("trace"), Path.of("/dev/full"));
    String line = fail("read", table, "--trace", full);
    assertEquals("zenith read: cannot write " + full + ": No space left on device", line);
    Files.delete(full);
  }

  @Test
  void demoNeedsTenRows() {
    Cli.succeed("generate", "images", folder, "--rows", 9);
    String line = fail("demo", "--data", folder.resolve("images.arrow"));
    assertTrue(line.contains("at least 10 are needed"), line);
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() {
    String line = fail("generate", "table", table);
    assertTrue(line.contains("cannot write") && line.contains("where a folder is needed"), line);
    line = fail("generate", "table", table.resolve("below"));
    assertTrue(line.contains("cannot write"), line);
  }

  @Test
  void aFolderWithoutPermissionIsNamed() throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    assertTrue(locked.toFile().setWritable(false));
    if (Files.isWritable(locked)) {
      return; // root may write everywhere
    }
    String line = fail("generate", "table", locked);
    assertTrue(line.contains("permission denied"), line);
  }

  @Test
  void filesWhoseColumnsDoNotGoTogetherAreNoDataset() throws IOException {
    Field text = Field.nullable("label", ArrowType.Utf8.INSTANCE);
    ArrowFile.write(folder.resolve("text.arrow"), List.of(text), root -> root.setRowCount(1));
    String line = fail("inspect", folder);
    assertTrue(line.contains("text.arrow") && line.contains("table.arrow"), line);
    assertTrue(line.contains("'label'"), line);
  }

  @Test
  void controlCharactersInNamesAreEscaped() {
    String line = fail("head", folder.resolve("a\u001b[31m\nb.arrow"));
    assertTrue(line.contains("\\u001b[31m\\nb.arrow"), line);
  }

  @Test
  void theStackTraceIsShownOnRequest() {
    Cli.Result result = Cli.run("head", folder.resolve("x.arrow"), "--stacktrace");
    assertEquals(1, result.code());
    assertTrue(result.err().contains("\tat io.zenith."), result.err());
  }

  @Test
  void aSurpriseIsALineToo() {
    String line = Failures.line(new IllegalStateException("odd\nthing"));
    assertTrue(line.contains("odd\\nthing"), line);
    line = Failures.line(new java.util.NoSuchElementException("odd"));
    assertTrue(line.contains("unexpected") && line.contains("--stacktrace"), line);
    assertTrue(Failures.line(new OutOfMemoryError("heap")).contains("ZENITH_JAVA_OPTS"));
    assertEquals(1024, Failures.line(new IOException("x".repeat(5_000))).length());
  }

  /// Runs what must fail, and returns its only line.
  private static String fail(Object... args) {
    Cli.Result result = Cli.run(args);
    assertEquals(1, result.code(), result.toString());
    assertEquals("", result.out());
    List<String> lines =
        result.err().lines().filter(line -> line.startsWith("zenith " + args[0] + ": ")).toList();
    assertEquals(1, lines.size(), result.err());
    assertFalse(result.err().contains("\tat "), result.err());
    return lines.getFirst();
  }
}
