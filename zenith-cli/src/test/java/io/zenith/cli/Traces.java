package io.zenith.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Traces of `read`: which rows each step had.
///
/// @param folder where they are written, one after the other
record Traces(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The text of a run's trace.
  ///
  /// @param arguments of `read`
  String of(List<?> arguments) throws IOException {
    Path file = folder.resolve("trace.jsonl");
    List<Object> all = new ArrayList<>(List.of("read", "--touch", "none", "--trace", file));
    all.addAll(arguments);
    Cli.succeed(all.toArray());
    return Files.readString(file);
  }

  /// The rows of each step.
  static List<List<Long>> steps(String trace) throws IOException {
    List<List<Long>> steps = new ArrayList<>();
    for (String line : trace.lines().toList()) {
      List<Long> rows = new ArrayList<>();
      JSON.readTree(line).get("rows").forEach(row -> rows.add(row.asLong()));
      steps.add(rows);
    }
    return steps;
  }

  /// The rows of each step that all ranks get, one rank after the other.
  List<List<Long>> united(List<?> arguments, int world) throws IOException {
    List<List<Long>> steps = new ArrayList<>();
    for (int rank = 0; rank < world; rank++) {
      List<Object> all = new ArrayList<>(arguments);
      all.addAll(List.of("--shard", rank + "/" + world));
      List<List<Long>> part = steps(of(all));
      for (int step = 0; step < part.size(); step++) {
        if (rank == 0) {
          steps.add(new ArrayList<>());
        }
        steps.get(step).addAll(part.get(step));
      }
    }
    return steps;
  }
}
