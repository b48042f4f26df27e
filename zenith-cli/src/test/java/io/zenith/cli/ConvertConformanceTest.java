package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.testkit.Python;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `convert` makes of the files of others equals them as PyArrow reads both: all values, and
/// the schema with its metadata.
class ConvertConformanceTest {
  /// PyArrow compares no dictionaries that have their values in another order, nor NaNs; and makes
  /// no Python values of some intervals.
  private static final String COMPARE =
      """
      import pyarrow as pa, sys
      def table(path):
          with pa.memory_map(path) as source:
              magic = source.read(6)
              source.seek(0)
              reader = pa.ipc.open_file if magic == b'ARROW1' else pa.ipc.open_stream
              return reader(source).read_all()
      def is_valid(table):
          try:
              table.validate(full=True)
              return True
          except pa.ArrowInvalid:
              return False
      lines = open(sys.argv[1], encoding='utf-8').read().splitlines()
      for line in lines:
          path, codec, source = line.split('|')
          found, expected = table(path), table(source)
          assert is_valid(found) or not is_valid(expected), line
          assert found.schema.equals(expected.schema, check_metadata=True), (line, found.schema)
          assert found.num_rows == expected.num_rows, line
          if not found.equals(expected):
              assert repr(found.to_pylist()) == repr(expected.to_pylist()), line
      print(len(lines))
      """;

  @TempDir private Path folder;

  private final List<String> written = new ArrayList<>();

  @Test
  void conformanceFilesEqualTheirExpectedTablesOrAreRefusedByName() throws Exception {
    Python.require("pyarrow");
    Path root = SharedFiles.require("conformance/arrow");
    int equal = 0;
    for (JsonNode node : Cli.parse(Files.readString(root.resolve("manifest.json"))).get("files")) {
      String name = node.get("case").asText();
      Path file = root.resolve(name + ".arrow_file");
      Path stream = root.resolve(name + ".stream");
      if (!node.get("outcome").asText().equals("equal")) {
        assertRefused(file);
        assertRefused(stream);
        continue;
      }
      Path expected = root.resolve(node.get("expected").asText());
      convert(file, expected, "arrow", "none");
      convert(file, expected, "arrows", "lz4", "--batch-rows", 3);
      convert(file, expected, "arrow", "zstd", "--batch-rows", 2);
      convert(stream, expected, "arrows", "zstd");
      convert(stream, expected, "arrow", "lz4");
      equal++;
    }
    assertTrue(equal >= 42, equal + " cases");
    compare();
  }

  @Test
  void oneTableOfManyWritersStaysWhatItIs() throws Exception {
    Python.require("pyarrow");
    Path writers = SharedFiles.require("datasets/writers");
    try (Stream<Path> files = Files.list(writers)) {
      for (Path file : files.filter(path -> path.toString().contains(".arrow")).sorted().toList()) {
        convert(file, file, "arrow", "lz4");
        convert(file, file, "arrows", "none", "--batch-rows", 1000);
      }
    }
    assertTrue(written.size() >= 16, written::toString);
    compare();
  }

  private void convert(Path source, Path expected, String format, String codec, Object... more) {
    Path target = folder.resolve(written.size() + "." + format);
    List<Object> words = new ArrayList<>(List.of("convert", source, target, "--codec", codec));
    words.addAll(List.of(more));
    Cli.Result result = Cli.succeed(words.toArray());
    assertEquals("", result.err());
    written.add(target + "|" + codec + "|" + expected);
  }

  private void compare() throws IOException, InterruptedException {
    Path list = Files.write(folder.resolve("list"), written);
    assertEquals(written.size() + "\n", Python.run(COMPARE, list.toString()));
  }

  private void assertRefused(Path source) throws IOException {
    Path target = folder.resolve("refused.arrow");
    Cli.Result result = Cli.run("convert", source, target);
    assertEquals(1, result.code(), result.toString());
    assertEquals("", result.out());
    assertEquals(1, result.err().lines().count(), result.err());
    assertTrue(result.err().contains(source.toString()), result.err());
    assertTrue(result.err().contains("big-endian"), result.err());
    assertTrue(Files.notExists(target));
  }
}
