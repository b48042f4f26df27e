package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackCommandTest {
  @TempDir private Path temporary;
  private Path folder = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void name() {
    folder = temporary.resolve("in");
    out = temporary.resolve("out.arrow");
  }

  private Path file(String name) throws IOException {
    return file(name, name.getBytes(StandardCharsets.UTF_8));
  }

  private Path file(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  /// `name label` of each row, after its bytes were compared with those of the file.
  private List<String> rows(Path packed) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataLoader loader = Dataset.open(packed.toString()).loader(100).build()) {
      for (Batch batch : loader) {
        for (int row = 0; row < batch.rows(); row++) {
          String name = batch.strings("name").get(row);
          assertArrayEquals(
              Files.readAllBytes(folder.resolve(name)), batch.binaries("bytes").get(row), name);
          rows.add(name + " " + batch.longs("label").get(row));
        }
      }
    }
    return rows;
  }

  @Test
  void filesBecomeRowsInTheOrderOfTheirNames() throws IOException {
    for (String name :
        List.of(
            "b/2.png",
            "b/10.png",
            "b/deep/er/1.png",
            "B/x",
            "b-c/1",
            "é/ü",
            "z/😀",
            "z/\uE000",
            "z/")) {
      if (!name.endsWith("/")) {
        file(name);
      }
    }
    file("b/empty", new byte[0]);
    Cli.Result result = Cli.succeed("pack", folder, out);
    assertEquals(
        List.of(
            "B/x 0",
            "b/10.png 1",
            "b/2.png 1",
            "b/deep/er/1.png 1",
            "b/empty 1",
            "b-c/1 2",
            "z/\uE000 3",
            "z/😀 3",
            "é/ü 4"),
        rows(out));
    assertEquals(1, result.lines().size(), result.out());
    assertTrue(result.out().startsWith(out + "  9 rows  5 classes  "), result.out());
    Dataset packed = Dataset.open(out.toString());
    assertEquals(
        "[\"B\",\"b\",\"b-c\",\"z\",\"\\u00E9\"]",
        packed.schema().metadata().get("zenith.classes"));
    assertEquals(
        "Schema of 3 columns\n  bytes binary not null\n  name utf8 not null\n  label int64 not null",
        packed.schema().toString());
  }

  @Test
  void theSameFolderGivesTheSameBytes() throws IOException {
    for (int i = 20; i > 0; i--) {
      file("c" + i % 3 + "/" + i);
    }
    Cli.succeed("pack", folder, out);
    byte[] first = Files.readAllBytes(out);
    Path copy = temporary.resolve("copy");
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted().toList()) {
        Files.copy(each, copy.resolve(folder.relativize(each)));
      }
    }
    Cli.succeed("pack", copy, out, "--force");
    assertArrayEquals(first, Files.readAllBytes(out));
  }

  @Test
  void whatIsLeftOutIsSaid() throws IOException {
    file("a/1");
    file("a/.DS_Store");
    file("a/.git/config");
    file(".hidden/1");
    file("README.txt");
    Files.createDirectories(folder.resolve("nothing/in/here"));
    Cli.Result result = Cli.succeed("pack", folder, out);
    assertEquals(List.of("a/1 0"), rows(out));
    assertEquals(
        List.of(
            "without files: nothing",
            "left out, hidden: 3",
            "left out, in the folder of no class: 1 file"),
        result.lines().subList(1, 4));
    JsonNode json = Cli.succeed("pack", folder, out, "--force", "--json").json();
    assertEquals(
        List.of("files", "classes", "empty_classes", "hidden", "outside"),
        new ArrayList<>(json.properties().stream().map(Map.Entry::getKey).toList()));
    assertEquals(out.toString(), json.get("files").get(0).get("file").asText());
    assertEquals(1, json.get("files").get(0).get("rows").asInt());
    assertEquals(Files.size(out), json.get("files").get(0).get("bytes").asLong());
    assertEquals(2, json.get("classes").asInt());
    assertEquals("nothing", json.get("empty_classes").get(0).asText());
  }

  @Test
  void recordBatchesAreBoundedByBytes() throws IOException {
    byte[] content = new byte[6 << 20];
    Arrays.fill(content, (byte) 7);
    for (int i = 0; i < 5; i++) {
      file("a/" + i, content);
    }
    file("a/large", new byte[20 << 20]);
    file("a/small");
    Cli.succeed("pack", folder, out);
    assertEquals(7, rows(out).size());
    assertEquals(
        List.of(2L, 2L, 1L, 1L, 1L),
        Dataset.open(out.toString()).splits().stream().map(split -> split.rows()).toList());
  }

  @Test
  void linksAreFollowedAndLoopsRefused() throws IOException {
    Path file = file("a/1");
    Files.createDirectories(folder.resolve("b"));
    Files.createSymbolicLink(folder.resolve("b/link"), file);
    Files.createSymbolicLink(folder.resolve("c"), folder.resolve("a"));
    Cli.succeed("pack", folder, out);
    assertEquals(List.of("a/1 0", "b/link 1", "c/1 2"), rows(out));
    Files.createSymbolicLink(folder.resolve("b/loop"), folder);
    assertFails("is a link to a folder around it; take it away", "pack", folder, out, "--force");
    Files.delete(folder.resolve("b/loop"));
    Files.createSymbolicLink(folder.resolve("b/loop"), folder.resolve("nowhere"));
    assertFails("is a link to nothing", "pack", folder, out, "--force");
    assertEquals(List.of("a/1 0", "b/link 1", "c/1 2"), rows(out));
  }

  private static void assertFails(String reason, Object... args) {
    Cli.Result result = Cli.run(args);
    assertEquals(1, result.code(), result.toString());
    assertTrue(result.err().contains(reason), result.err());
    assertEquals(1, result.err().lines().count(), result.err());
  }

  private void assertNothingLeft() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      assertEquals(List.of("in"), all.map(path -> path.getFileName().toString()).toList());
    }
  }

  @Test
  void whatCannotBePackedIsRefused() throws IOException {
    assertFails("is not there", "pack", folder, out);
    Files.createDirectories(folder);
    assertFails("has no folders: each is to hold the files of one class", "pack", folder, out);
    Files.createDirectories(folder.resolve("a"));
    assertFails("has no files in the folders of its classes", "pack", folder, out);
    Path file = file("a/1");
    assertFails("is no folder", "pack", file, out);
    assertFails("there is no folder", "pack", folder, temporary.resolve("no/out.arrow"));
    assertFails(
        "it would be among the files to pack", "pack", folder, folder.resolve("a/out.arrow"));
    assertNothingLeft();
  }

  @Test
  void nothingIsReplacedUnlessForced() throws IOException {
    file("a/1");
    Cli.succeed("pack", folder, out);
    assertFails("exists: replace it with --force", "pack", folder, out);
    file("a/2");
    Cli.succeed("pack", folder, out, "--force");
    assertEquals(2, rows(out).size());
    Files.createFile(temporary.resolve("out-test.arrow"));
    assertFails("out-test.arrow exists", "pack", folder, out, "--split", "0.5");
    assertFalse(Files.exists(temporary.resolve("out-train.arrow")));
  }

  @Test
  void misuseIsExplained() {
    for (List<String> wrong :
        List.of(
            List.of("out.parquet"),
            List.of("out.arrow", "--split", "0"),
            List.of("out.arrow", "--split", "1"),
            List.of("out.arrow", "--split", "-1"),
            List.of("out.arrow", "--split", "90%"))) {
      List<Object> args = new ArrayList<>(List.of("pack", folder));
      args.addAll(wrong);
      assertEquals(2, Cli.run(args.toArray()).code(), wrong.toString());
    }
  }

  private record Parts(List<String> train, List<String> test) {}

  private Parts split(String share, long seed) throws IOException {
    Cli.succeed("pack", folder, out, "--split", share, "--seed", seed, "--force");
    return new Parts(
        rows(temporary.resolve("out-train.arrow")), rows(temporary.resolve("out-test.arrow")));
  }

  @Test
  void eachClassIsSplitByTheShare() throws IOException {
    int[] sizes = {1, 2, 5, 10, 33};
    for (int label = 0; label < sizes.length; label++) {
      for (int i = 0; i < sizes[label]; i++) {
        file(label + "/" + i);
      }
    }
    Parts parts = split("0.9", 0);
    int[] test = {0, 0, 1, 1, 3};
    for (int label = 0; label < sizes.length; label++) {
      String end = " " + label;
      assertEquals(
          test[label], parts.test().stream().filter(row -> row.endsWith(end)).count(), end);
    }
    Set<String> all = new HashSet<>(parts.train());
    all.addAll(parts.test());
    assertEquals(51, all.size());
    assertEquals(51, parts.train().size() + parts.test().size());
    assertEquals(parts, split("0.9", 0));
    assertFalse(parts.equals(split("0.9", 1)));
    assertFalse(Files.exists(out));
    // What comes later moves no more than what is at the border.
    file("4/new");
    Set<String> before = new HashSet<>(parts.test());
    before.removeAll(split("0.9", 0).test());
    assertTrue(before.size() <= 1, before.toString());
  }

  /// The definition in the reference, in another language.
  @Test
  void theSplitIsWhatTheReferenceSays() throws Exception {
    Python.require("hashlib");
    for (int i = 0; i < 40; i++) {
      file("a/" + i + ".png");
    }
    String printed =
        Python.run(
            """
            import hashlib
            names = [f"a/{i}.png" for i in range(40)]
            names.sort(key=lambda n: hashlib.sha256(f"7/{n}".encode()).digest())
            print(",".join(sorted(names[30:])))
            """);
    List<String> expected = Stream.of(printed.strip().split(",", -1)).map(n -> n + " 0").toList();
    assertEquals(expected, split("0.75", 7).test());
  }
}
