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
          if (node.get("expected").isTextual() && !source.toString().endsWith(".encrypted")) {
            Path target = folder.resolve(written.size() + ".arrow");
            assertEquals("", Cli.succeed("convert", source, target).err());
            written.add(target + "|" + root.resolve(node.get("expected").asText()));
          }
        }
        case "error", "checksum-error" -> assertRefused(source);
        default -> {}
      }
    }
    assertTrue(written.size() >= 42, written::toString);
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
    assertTrue(Files.notExists(target));
  }
}
