package io.zenith.arrow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Files as PyArrow reads and writes them, where [Python] has it.
final class PyArrow {
  private static final String DECIMALS =
      """
      import json, sys
      import pyarrow as pa
      table = pa.ipc.open_file(sys.argv[1]).read_all()
      assert all(pa.types.is_decimal(field.type) for field in table.schema), table.schema
      columns = [[None if v is None else str(v) for v in c.to_pylist()] for c in table.columns]
      print(json.dumps([list(row) for row in zip(*columns)]))
      """;

  private PyArrow() {}

  /// The rows of a file all of whose columns are decimals. Without PyArrow the test is skipped, and
  /// says why.
  static List<List<Object>> decimals(Path file) throws IOException, InterruptedException {
    Python.require("pyarrow");
    List<List<Object>> rows = new ArrayList<>();
    for (JsonNode row : new ObjectMapper().readTree(Python.run(DECIMALS, file.toString()))) {
      List<Object> values = new ArrayList<>();
      for (JsonNode value : row) {
        values.add(value.isNull() ? null : new BigDecimal(value.asText()));
      }
      rows.add(values);
    }
    return rows;
  }

  /// Runs a script that writes some files. Without PyArrow the test is skipped, and says why.
  static void write(String script, Path... files) throws IOException, InterruptedException {
    Python.require("pyarrow");
    Python.run(script, Stream.of(files).map(Path::toString).toArray(String[]::new));
  }
}
