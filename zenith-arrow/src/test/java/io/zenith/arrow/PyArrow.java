package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Files as PyArrow reads them, where a Python has it: the one that `ZENITH_PYTHON` names, else
/// `python3`.
final class PyArrow {
  private static final String PYTHON =
      Optional.ofNullable(System.getenv("ZENITH_PYTHON")).orElse("python3");

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
    requirePyArrow();
    List<List<Object>> rows = new ArrayList<>();
    for (JsonNode row : new ObjectMapper().readTree(run(DECIMALS, file.toString()).orElseThrow())) {
      List<Object> values = new ArrayList<>();
      for (JsonNode value : row) {
        values.add(value.isNull() ? null : new BigDecimal(value.asText()));
      }
      rows.add(values);
    }
    return rows;
  }

  /// Runs a script that writes some files. Without PyArrow the test is skipped, and says why.
  static void write(String script, Path... files) throws InterruptedException {
    requirePyArrow();
    String[] arguments = Stream.of(files).map(Path::toString).toArray(String[]::new);
    assertTrue(run(script, arguments).isPresent(), "the script fails");
  }

  private static void requirePyArrow() throws InterruptedException {
    assumeTrue(
        run("import pyarrow").isPresent(),
        () -> PYTHON + " has no PyArrow: name one that has with ZENITH_PYTHON");
  }

  /// What a script prints, if it ends well.
  private static Optional<String> run(String script, String... arguments)
      throws InterruptedException {
    List<String> command = new ArrayList<>(List.of(PYTHON, "-c", script));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      process.getOutputStream().close();
      byte[] printed = process.getInputStream().readAllBytes();
      return process.waitFor() == 0
          ? Optional.of(new String(printed, StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
