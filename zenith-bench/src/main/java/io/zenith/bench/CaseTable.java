package io.zenith.bench;

import io.zenith.datasets.GeneratedSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/// The results of one table as text: a line a contender, the medians of its turns.
final class CaseTable {
  private CaseTable() {}

  /// The lines, with the published rows below those that were measured.
  ///
  /// @param ansi whether the reader can see grey, for the published rows
  static List<String> lines(CaseResult result, Ansi ansi) {
    TextGrid grid = new TextGrid();
    grid.add(
        "contender",
        "samples/s",
        "min",
        "max",
        "x PyArrow",
        "p50 us",
        "p95 us",
        "p99 us",
        "of",
        "garbage B/batch",
        "peak MB");
    Optional<Standing> reference = result.of(CaseResult.REFERENCE);
    result.standings().forEach(standing -> addTo(grid, standing, reference));
    int measured = grid.size();
    if (result.name().equals(GeneratedSet.TABLE.toString())) {
      Published.TABLE.forEach(row -> addTo(grid, row));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %,d rows, batches of %d; x PyArrow is to %s"
            .formatted(result.name(), result.rows(), Contender.BATCH_ROWS, CaseResult.REFERENCE));
    List<String> table = grid.lines();
    lines.addAll(table.subList(0, measured));
    table.stream()
        .skip(measured)
        .map(line -> ansi.string("@|faint " + line + "|@"))
        .forEach(lines::add);
    if (reference.isEmpty()) {
      lines.add("PyArrow: " + PythonPeer.HINT);
    }
    lines.add("");
    return lines;
  }

  private static void addTo(TextGrid grid, Standing standing, Optional<Standing> reference) {
    Series rates = standing.rates();
    grid.add(
        standing.title(),
        Numbers.plain(rates.median()),
        Numbers.plain(rates.min()),
        Numbers.plain(rates.max()),
        reference.map(to -> Numbers.plain(standing.ratioTo(to).median())).orElse("-"),
        Numbers.plain(standing.p50().median() / 1e3),
        Numbers.plain(standing.p95().median() / 1e3),
        Numbers.plain(standing.p99().median() / 1e3),
        timed(standing),
        Numbers.plain(standing.garbage().median()),
        Numbers.plain(standing.peakMemory().median() / 1e6));
  }

  /// What the percentiles are of: both, where a contender became fast between its turns.
  private static String timed(Standing standing) {
    return standing.turns().stream()
        .mapToInt(Turn::batchesPerLap)
        .distinct()
        .mapToObj(batches -> batches == 1 ? "single batches" : "blocks / " + batches)
        .collect(Collectors.joining(", "));
  }

  private static void addTo(TextGrid grid, Published row) {
    grid.add(
        row.title(),
        Numbers.plain(row.samplesPerSecond()),
        "",
        "",
        "",
        Numbers.plain(row.p50Millis() * 1e3),
        "",
        Numbers.plain(row.p99Millis() * 1e3),
        "single batches");
  }
}
