package io.zenith.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// The JSON of a run: the machine, all results with all runs, and the figures.
final class BenchReport {
  private final ObjectMapper json = new ObjectMapper();
  private final ObjectNode root = json.createObjectNode();
  private final ArrayNode results;
  private final ArrayNode figures;

  BenchReport(Machine machine) {
    root.set("machine", json.valueToTree(machine));
    results = root.putArray("results");
    figures = root.putArray("figures");
  }

  void add(CaseResult result) {
    for (Standing standing : result.standings()) {
      for (Series series : standing.all()) {
        add(result.name(), standing.title(), series);
      }
    }
  }

  /// A series without numbers is left out, such as the garbage of a process that is no JVM.
  void add(String caseName, String contender, Series series) {
    if (series.runs().stream().anyMatch(run -> run.isNaN())) {
      return;
    }
    ObjectNode result = results.addObject();
    result.put("case", caseName);
    result.put("contender", contender);
    result.put("unit", series.unit());
    series.runs().forEach(result.putArray("runs")::add);
    result.put("median", series.median());
  }

  void add(Figure figure) {
    ObjectNode node = figures.addObject();
    node.put("name", figure.name());
    node.put("kind", figure.kind().name().toLowerCase(Locale.ROOT));
    node.put("required", figure.required());
    node.put("measured", Double.isNaN(figure.measured()) ? null : (Double) figure.measured());
    node.put("holds", figure.holds());
  }

  void write(Path file) throws IOException {
    String text = json.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    NamedWrite.to(file, () -> Files.writeString(file, text));
  }
}
