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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `convert` makes of Parquet files equals their expected tables as PyArrow compares them:
/// values, whatever the width of offsets and the unit of times; and files that cannot be read are
/// refused in one line that names them.
class ConvertParquetTest {
  private static final String COMPARE =
      """
      import pyarrow as pa, sys
      def table(path):
          with pa.memory_map(path) as source:
              return pa.ipc.open_file(source).read_all()
      def same(found, expected):
          if found.type != expected.type:
              try:
                  found = found.cast(expected.type)
              except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
                  expected = expected.cast(found.type)
          return found.equals(expected) or repr(found.to_pylist()) == repr(expected.to_pylist())
      lines = open(sys.argv[1], encoding='utf-8').read().splitlines()
      for line in lines:
          found, expected = map(table, line.split('|'))
          found.validate(full=True)
          assert found.num_rows == expected.num_rows, line
          assert found.column_names == expected.column_names, (line, found.schema)
          for name, ours, theirs in zip(found.column_names, found.columns, expected.columns):
              assert same(ours, theirs), (line, name, found.schema)
      print(len(lines))
      """;

  @TempDir private Path folder;

  @Test
  void conformanceFilesEqualTheirExpectedTablesOrAreRefusedByName() throws Exception {
    Python.require("pyarrow");
    Path root = SharedFiles.require("conformance/parquet");
    List<String> written = new ArrayList<>();
    for (JsonNode node : Cli.parse(Files.readString(root.resolve("manifest.json"))).get("files")) {
      Path source = root.resolve(node.get("file").asText());
      switch (node.get("outcome").asText()) {
        case "equal", "equal-or-refuse" -> {
          if (node.get("expected").isTextual()) {
            Path expected = root.resolve(node.get("expected").asText());
            boolean isEncrypted = source.toString().endsWith(".encrypted");
            Path keys = isEncrypted ? keys(source) : null;
            written.add(convert(source, keys) + "|" + expected);
            written.add(convert(source, keys, "--dictionaries", "keep") + "|" + expected);
          }
        }
        case "error", "checksum-error" -> assertRefused(source);
        default -> {}
      }
    }
    assertTrue(written.size() >= 90, written::toString);
    Path list = Files.write(folder.resolve("list"), written);
    assertEquals(written.size() + "\n", Python.run(COMPARE, list.toString()));
  }

  private static final String COMPARE_VARIANTS =
      """
      import pyarrow as pa, sys
      lines = open(sys.argv[1], encoding='utf-8').read().splitlines()
      for line in lines:
          found, *expected = line.split('|')
          with pa.memory_map(found) as source:
              column = pa.ipc.open_file(source).read_all().column('var').combine_chunks()
          if isinstance(column.type, pa.BaseExtensionType):
              column = column.storage
          column.validate(full=True)
          values = [None if v is None else v['metadata'] + v['value'] for v in column.to_pylist()]
          assert values == [open(e, 'rb').read() if e else None for e in expected], line
      print(len(lines))
      """;

  /// A file of each kind. All of them are read where the library is tested.
  @Test
  void variantsAreAsTheyAreStoredOrPutTogether() throws Exception {
    Python.require("pyarrow");
    Path root = SharedFiles.require("conformance/shredded_variant");
    Set<String> kinds = new HashSet<>();
    List<String> stored = new ArrayList<>();
    List<String> assembled = new ArrayList<>();
    for (JsonNode node : Cli.parse(Files.readString(root.resolve("manifest.json"))).get("files")) {
      Path source = root.resolve(node.get("parquet_file").asText());
      if (!kinds.add(node.get("test").asText())) {
        continue;
      }
      if (node.get("outcome").asText().equals("error")) {
        assertRefused(source, "--variants", "assembled");
        stored.add(
            convert(source, null, "--variants", "physical")
                + "|"
                + root.resolve(node.get("expected_physical").asText()));
      } else {
        StringBuilder line = new StringBuilder();
        line.append(convert(source, null, "--variants", "assembled"));
        List<JsonNode> names = new ArrayList<>();
        node.path("variant_files").forEach(names::add);
        if (names.isEmpty()) {
          names.add(node.get("variant_file"));
        }
        names.forEach(
            name -> line.append('|').append(name.isNull() ? "" : root.resolve(name.asText())));
        assembled.add(line.toString());
      }
    }
    Path first = Files.write(folder.resolve("stored"), stored);
    assertEquals(stored.size() + "\n", Python.run(COMPARE, first.toString()));
    Path second = Files.write(folder.resolve("assembled"), assembled);
    assertEquals(assembled.size() + "\n", Python.run(COMPARE_VARIANTS, second.toString()));
  }

  private Path convert(Path source, @Nullable Path keys, Object... options) throws IOException {
    Path target = Files.createTempFile(folder, "converted", ".arrow");
    List<Object> words = new ArrayList<>(List.of("convert", source, target, "--force"));
    words.addAll(List.of(options));
    if (keys != null) {
      words.addAll(List.of("--keys", keys));
    }
    assertEquals("", Cli.succeed(words.toArray()).err());
    return target;
  }

  private static Path keys(Path source) {
    String name = source.toString().contains("aes256") ? "aes256.keys" : "aes128.keys";
    return SharedFiles.root().resolve("zenith-parquet/src/test/resources/io/zenith/parquet", name);
  }

  @Test
  void keysAreTakenByAllThatReadDatasets() throws Exception {
    Path source =
        SharedFiles.require("conformance/parquet")
            .resolve("encrypt_columns_and_footer_bloom_filter.parquet.encrypted");
    for (String command : List.of("inspect", "head", "read")) {
      Cli.Result result = Cli.run(command, source);
      assertEquals(1, result.code());
      assertEquals(
          "zenith "
              + command
              + ": "
              + source
              + ", footer: it is encrypted, and the footer key is missing; give it with --keys FILE",
          result.err().strip());
      Cli.succeed(command, source, "--keys", keys(source), "--json");
    }
    Cli.succeed("explain", source, "--step", 1, "--keys", keys(source));
  }

  @Test
  void columnsWithoutKeysAreShownButNotRead() throws Exception {
    Path source =
        SharedFiles.require("conformance/parquet")
            .resolve("encrypt_columns_and_footer_bloom_filter.parquet.encrypted");
    String footer = Files.readAllLines(keys(source)).get(1);
    Path some = Files.writeString(folder.resolve("some"), footer);
    JsonNode columns =
        Cli.succeed("inspect", source, "--keys", some, "--json").json().get("columns");
    assertEquals(4, columns.size());
    assertTrue(columns.get(0).get("nulls").isNull());
    Cli.succeed("head", source, "--keys", some, "--columns", "name,int32_field");
    Cli.Result refused = Cli.run("head", source, "--keys", some);
    assertEquals(1, refused.code());
    assertTrue(
        refused
            .err()
            .contains("the key of column 'double_field' is missing; give it with --keys FILE"),
        refused.err());
  }

  private void assertRefused(Path source, Object... options) throws IOException {
    Path target = folder.resolve("refused.arrow");
    List<Object> words = new ArrayList<>(List.of("convert", source, target));
    words.addAll(List.of(options));
    Cli.Result result = Cli.run(words.toArray());
    assertEquals(1, result.code(), result.toString());
    assertEquals("", result.out());
    assertEquals(1, result.err().lines().count(), result.err());
    assertTrue(result.err().contains(source.toString()), result.err());
    assertTrue(Files.notExists(target));
  }
}
