package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `convert` writes, what it refuses to, and that nothing is left where it fails.
class ConvertCommandTest {
  @TempDir private Path folder;

  private Path table;
  private Path target;

  @BeforeEach
  void writeTable() {
    Cli.succeed("generate", "table", folder, "--rows", 3_000);
    table = folder.resolve("table.arrow");
    target = folder.resolve("out.arrow");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static JsonNode inspect(Path file) {
    return Cli.succeed("inspect", file, "--json").json();
  }

  private static long checksum(Path file) {
    return Cli.succeed("read", file, "--json").json().get("checksum").asLong();
  }

  @Test
  void saysWhatItWrote() throws IOException {
    Cli.Result text = Cli.succeed("convert", table, target);
    assertTrue(text.out().startsWith(target + "  3,000 rows  1 batch  "), text.out());
    assertEquals("", text.err());
    Path small = folder.resolve("small.arrows");
    JsonNode json =
        Cli.succeed(
                "convert",
                table,
                small,
                "--columns",
                "label, id",
                "--codec",
                "zstd",
                "--batch-rows",
                999,
                "--json")
            .json();
    assertEquals(small.toString(), json.get("file").asText());
    assertEquals(3_000, json.get("rows").asLong());
    assertEquals(4, json.get("batches").asLong());
    assertEquals("zstd", json.get("codec").asText());
    assertEquals(Files.size(small), json.get("bytes").asLong());
    assertTrue(Files.size(small) < 10_000, "3,000 numbers that count, and digits");
    assertEquals(4, inspect(small).get("splits").asInt());
    assertEquals("label", inspect(small).get("columns").get(0).get("name").asText());
    assertEquals(
        Cli.succeed("head", table, "--columns", "label,id", "-n", 3_000, "--json").out(),
        Cli.succeed("head", small, "-n", 3_000, "--json").out());
  }

  @Test
  void fieldsOfStructsAreConvertedWithoutTheOthers() {
    Cli.succeed("generate", "mixed", folder, "--rows", 50);
    Path mixed = folder.resolve("mixed.arrow");
    Cli.succeed("convert", mixed, target, "--columns", "struct.b,bool");
    assertEquals("struct<b: utf8>", inspect(target).get("columns").get(0).get("type").asText());
    assertEquals(
        Cli.succeed("head", mixed, "--columns", "struct.b,bool", "-n", 50, "--json").out(),
        Cli.succeed("head", target, "-n", 50, "--json").out());
    assertEquals(
        checksum(target),
        Cli.succeed("read", mixed, "--columns", "struct.b,bool", "--json")
            .json()
            .get("checksum")
            .asLong());
    assertTrue(
        Cli.run("head", mixed, "--columns", "struct.c")
            .err()
            .contains(
                "no field 'c' in 'struct' (did you mean 'struct.a'?); fields: a int32, b utf8"));
  }

  @Test
  void recordBatchesStayAsTheyAreWhereTheyAreAlike() {
    Path parts = folder.resolve("parts.arrow");
    Cli.succeed("convert", table, parts, "--batch-rows", 700);
    assertEquals(5, inspect(parts).get("splits").asInt());
    Cli.succeed("convert", parts, target);
    assertEquals(5, inspect(target).get("splits").asInt());
    assertEquals(700, inspect(target).get("max_split_rows").asInt());
    Path joined = folder.resolve("joined.arrow");
    Cli.succeed("convert", parts, table, joined);
    assertEquals(6_000, inspect(joined).get("rows").asInt());
    assertEquals(1, inspect(joined).get("splits").asInt());
    assertEquals(2 * checksum(table), checksum(joined));
  }

  @Test
  void whatExistsIsReplacedOnlyByForceAndWhatIsReadNever() throws IOException {
    Files.writeString(target, "old");
    assertTrue(
        fail("convert", table, target).contains("out.arrow exists: replace it with --force"));
    assertEquals("old", Files.readString(target));
    Cli.succeed("convert", table, target, "--force");
    assertEquals(checksum(table), checksum(target));

    byte[] before = Files.readAllBytes(table);
    Path linked = Files.createDirectory(folder.resolve("_not-listed")).resolve("link.arrow");
    Files.createSymbolicLink(linked, table);
    for (Path same : List.of(table, folder.resolve("./table.arrow"), linked)) {
      for (Path source : List.of(table, folder)) {
        String line = fail("convert", source, same, "--force");
        assertTrue(line.contains(same + " is to be read as well"), line);
      }
    }
    assertArrayEquals(before, Files.readAllBytes(table));
    assertEquals(List.of("_not-listed", "out.arrow", "table.arrow"), names());
  }

  @Test
  void aTargetThatCannotBeWrittenIsNamed() throws IOException {
    Path nowhere = folder.resolve("nowhere/x.arrow");
    assertTrue(fail("convert", table, nowhere).contains(nowhere + ": there is no folder"));
    Path here = Files.createDirectory(folder.resolve("here.arrow"));
    assertTrue(fail("convert", table, here, "--force").contains(here + " is a folder"));
    assertTrue(fail("convert", table, "/proc/x.arrow").contains("cannot write /proc/x.arrow: "));
  }

  @Test
  void aSourceThatIsDamagedIsNamedAndNothingIsLeft() throws IOException {
    Path parts = folder.resolve("parts.arrows");
    Cli.succeed("convert", table, parts, "--batch-rows", 500, "--codec", "lz4");
    byte[] bytes = Files.readAllBytes(parts);
    for (int at = bytes.length / 2; at < bytes.length / 2 + 4_000; at++) {
      bytes[at] = (byte) 0xFF;
    }
    Files.write(parts, bytes);
    String line = fail("convert", parts, target);
    assertTrue(line.contains("parts.arrows"), line);
    assertEquals(List.of("parts.arrows", "table.arrow"), names());
    Path json = Files.writeString(folder.resolve("x.json"), "{}");
    line = fail("convert", json, target);
    assertTrue(line.contains("x.json seems to be a JSON file"), line);
  }

  @Test
  void argumentsAreChecked() {
    assertMisuse("Missing required parameter: 'SRC... DST'");
    assertMisuse("DST is missing", table);
    assertMisuse("a path is empty", table, "");
    for (String name : List.of("x.parquet", "x.feather", "arrow", "x.arrow.gz")) {
      assertMisuse(name + " must end with .arrow (a file) or .arrows (a stream)", table, name);
    }
    assertMisuse("'gzip' is none of none, lz4, zstd", table, target, "--codec", "gzip");
    assertMisuse("--batch-rows 0: at least 1", table, target, "--batch-rows", 0);
    assertMisuse("'id' is named twice", table, target, "--columns", "id,id");
    assertTrue(Files.notExists(target));
  }

  private static void assertMisuse(String expected, Object... args) {
    Cli.Result result = Cli.run(Stream.concat(Stream.of("convert"), Stream.of(args)).toArray());
    assertEquals(2, result.code(), result.toString());
    assertTrue(result.err().contains(expected), result.err());
  }

  /// Schemas that only few writers make, and the tables that should come out.
  private static final String ODD =
      """
      import sys
      import pyarrow as pa
      folder = sys.argv[1]
      def write(name, table):
          with pa.ipc.new_file(f'{folder}/{name}.arrow', table.schema) as out:
              out.write_table(table, max_chunksize=2)
      batch = pa.RecordBatch.from_struct_array(pa.array([{}] * 5, pa.struct([])))
      write('no-columns', pa.Table.from_batches([batch]))
      write('same-names', pa.table([[1, 2, 3], ['a', None, 'b']], names=['x', 'x']))
      write('no-rows', pa.schema([pa.field('d', pa.dictionary(pa.int8(), pa.string()))]).empty_table())
      sizes = pa.DictionaryArray.from_arrays(
          pa.array([2, 0, None, 1, 0], pa.int8()), ['small', 'medium', 'large'], ordered=True)
      tensors = pa.FixedShapeTensorArray.from_storage(
          pa.fixed_shape_tensor(pa.float32(), [2, 2]),
          pa.array([[1, 2, 3, 4]] * 5, pa.list_(pa.float32(), 4)))
      uuids = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([bytes(range(16))] * 5, pa.binary(16)))
      schema = pa.schema(
          [pa.field('size', sizes.type, metadata={'unit': 'none', 'é': 'ü'}),
           pa.field('tensor', tensors.type, nullable=False),
           pa.field('id', uuids.type)],
          metadata={'made by': 'a test', 'é': ''})
      write('metadata', pa.table([sizes, tensors, uuids], schema=schema))
      """;

  private static final String SAME =
      """
      import glob, sys
      import pyarrow as pa
      paths = glob.glob(sys.argv[1] + '/*.out.arrow*')
      for path in paths:
          opened = pa.ipc.open_file(path) if path.endswith('w') else pa.ipc.open_stream(path)
          found = opened.read_all()
          expected = pa.ipc.open_file(path[:path.rindex('.out')]).read_all()
          found.validate(full=True)
          assert found.schema.equals(expected.schema, check_metadata=True), (path, found.schema)
          assert found.num_rows == expected.num_rows, (path, found.num_rows)
          assert found.columns == expected.columns, (path, found)
          if 'metadata' in path:
              assert found.schema.field('size').type.ordered
              assert found['size'].chunk(0).dictionary.to_pylist() == ['small', 'medium', 'large']
      print(len(paths))
      """;

  @Test
  void oddSchemasAndAllMetadataStay() throws Exception {
    Python.require("pyarrow");
    Path odd = Files.createDirectory(folder.resolve("odd"));
    Python.run(ODD, odd.toString());
    List<String> names = List.of("no-columns", "same-names", "no-rows", "metadata");
    for (String name : names) {
      Path file = odd.resolve(name + ".arrow");
      Cli.succeed("convert", file, file + ".out.arrow", "--codec", "lz4");
      Cli.succeed("convert", file, file + ".out.arrows");
    }
    assertEquals(2 * names.size() + "\n", Python.run(SAME, odd.toString()));
    String line = fail("convert", odd.resolve("metadata.arrow"), target, "--batch-rows", 5);
    assertTrue(line.contains("column 'size' has an ordered dictionary"), line);
  }

  @Test
  void aProcessThatIsKilledLeavesNoTargetAndOneThatIsStoppedLeavesNothing() throws Exception {
    Cli.succeed("generate", "table", folder, "--rows", 200_000, "--force");
    for (boolean kill : new boolean[] {true, false}) {
      Process process = child("convert", table, target, "--batch-rows", 1);
      try {
        while (names().size() < 2 && process.isAlive()) {
          Thread.sleep(1);
        }
      } finally {
        if (kill) {
          process.destroyForcibly();
        } else {
          process.toHandle().destroy();
        }
      }
      assertTrue(process.waitFor(10, TimeUnit.SECONDS));
      assertTrue(process.exitValue() > 128, process.exitValue() + " " + names());
      assertTrue(Files.notExists(target));
      List<String> left = names();
      left.stream().filter(name -> name.endsWith(".unfinished")).forEach(this::delete);
      assertEquals(kill ? 2 : 1, left.size(), left::toString);
    }
  }

  private void delete(String name) {
    assertTrue(folder.resolve(name).toFile().delete());
  }

  private static Process child(Object... args) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName()),
                Stream.of(args))
            .map(Object::toString)
            .toList();
    return new ProcessBuilder(command).inheritIO().start();
  }

  /// Runs what must fail, and returns its only line.
  private static String fail(Object... args) {
    Cli.Result result = Cli.run(args);
    assertEquals(1, result.code(), result.toString());
    assertEquals("", result.out());
    assertEquals(1, result.err().lines().count(), result.err());
    return result.err();
  }
}
