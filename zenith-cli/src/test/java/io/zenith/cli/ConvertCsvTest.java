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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `convert` makes of delimited text equals its expected table as PyArrow compares them; and
/// files that are wrong are refused in one line that names them.
class ConvertCsvTest {
  private static final String COMPARE =
      """
      import pyarrow as pa, pyarrow.csv as csv, sys
      def table(path):
          with pa.memory_map(path) as source:
              return pa.ipc.open_file(source).read_all()
      lines = open(sys.argv[1], encoding='utf-8').read().splitlines()
      for line in lines:
          path, expected = line.split('|')
          found = table(path)
          found.validate(full=True)
          if expected.endswith('.csv'):
              types = csv.ConvertOptions(column_types=found.schema, null_values=[''],
                                         strings_can_be_null=True, quoted_strings_can_be_null=False)
              expected = csv.read_csv(expected, convert_options=types)
          else:
              expected = table(expected)
          assert found.schema.equals(expected.schema), (line, found.schema, expected.schema)
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
    Path root = SharedFiles.require("conformance/csv");
    for (JsonNode node : Cli.parse(Files.readString(root.resolve("manifest.json"))).get("files")) {
      Path source = root.resolve(node.get("file").asText());
      List<Object> options = options(node.get("options"));
      if (node.get("outcome").asText().equals("error")) {
        assertRefused(source, options);
      } else {
        convert(source, root.resolve(node.get("expected").asText()), options);
      }
    }
    assertTrue(written.size() >= 36, written::toString);
    compare();
  }

  @Test
  void realFilesAreWhatPyArrowReads() throws Exception {
    Python.require("pyarrow");
    try (Stream<Path> files = Files.walk(SharedFiles.require("datasets"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".csv")).sorted().toList()) {
        convert(file, file, List.of());
      }
    }
    assertTrue(written.size() >= 5, written::toString);
    compare();
  }

  private static List<Object> options(JsonNode node) {
    List<Object> options = new ArrayList<>();
    if (node.has("delimiter")) {
      options.addAll(List.of("--delimiter", node.get("delimiter").asText()));
    }
    if (node.has("types")) {
      JsonNode types = node.get("types");
      String text =
          types.isTextual()
              ? types.asText()
              : types
                  .propertyStream()
                  .map(type -> type.getKey() + ":" + type.getValue().asText())
                  .collect(Collectors.joining(","));
      options.addAll(List.of("--types", text));
    }
    if (node.has("nulls")) {
      String words =
          node.get("nulls").valueStream().map(JsonNode::asText).collect(Collectors.joining(","));
      options.addAll(List.of("--nulls", words));
    }
    return options;
  }

  private void convert(Path source, Path expected, List<Object> options) {
    Path target = folder.resolve(written.size() + ".arrow");
    List<Object> words = new ArrayList<>(List.of("convert", source, target));
    words.addAll(options);
    assertEquals("", Cli.succeed(words.toArray()).err());
    written.add(target + "|" + expected);
  }

  private void assertRefused(Path source, List<Object> options) {
    Path target = folder.resolve("refused.arrow");
    List<Object> words = new ArrayList<>(List.of("convert", source, target));
    words.addAll(options);
    Cli.Result result = Cli.run(words.toArray());
    assertEquals(1, result.code(), result.toString());
    assertEquals("", result.out());
    assertEquals(1, result.err().lines().count(), result.err());
    assertTrue(result.err().contains(source.toString()), result.err());
    assertTrue(Files.notExists(target));
  }

  private void compare() throws IOException, InterruptedException {
    Path list = Files.write(folder.resolve("list"), written);
    assertEquals(written.size() + "\n", Python.run(COMPARE, list.toString()));
  }

  @Test
  void optionsOfTheCommandLine() throws IOException {
    Path text = Files.writeString(folder.resolve("x.txt"), "# made by hand\n1;'a;b'\n2\n3;c;d\n");
    List<String> lines =
        Cli.succeed(
                "head",
                text,
                "--json",
                "--delimiter",
                ";",
                "--quote",
                "'",
                "--comment",
                "#",
                "--header",
                "id,name",
                "--types",
                "id:int8",
                "--ragged",
                "skip")
            .lines();
    assertEquals(List.of("{\"id\":1,\"name\":\"a;b\"}"), lines);
    String error = Cli.run("head", text, "--delimiter", ";").err();
    assertTrue(error.contains("x.txt, line 2: found 3 fields, expected 1"), error);
    Path ragged = Files.writeString(folder.resolve("x.csv"), "a,b\n1,2\n3\n");
    error = Cli.run("head", ragged).err();
    assertTrue(error.contains("x.csv, line 3: found 1 field, expected 2"), error);
    error = Cli.run("head", text, "--delimiter", "ab").err();
    assertTrue(error.contains("--delimiter ab: one character, or tab"), error);
    error = Cli.run("head", text, "--types", "id:int7").err();
    assertTrue(error.contains("no type of text: int7"), error);
    error = Cli.run("head", text, "--types", "string", "--dictionaries", "keep").err();
    assertTrue(error.contains("options for delimited text"), error);
  }
}
