package io.zenith.bench;

import java.util.ArrayList;
import java.util.List;

/// What an experiment found.
///
/// @param results who did what
/// @param figures what had to be reached
/// @param notes how it was measured, or why it was not
/// @param timelines what changed while it ran
public record ExperimentResult(
    List<Result> results, List<Figure> figures, List<String> notes, List<Timeline> timelines) {

  /// Copies the lists.
  public ExperimentResult {
    results = List.copyOf(results);
    figures = List.copyOf(figures);
    notes = List.copyOf(notes);
    timelines = List.copyOf(timelines);
  }

  /// One in which nothing changed while it ran.
  public ExperimentResult(List<Result> results, List<Figure> figures, List<String> notes) {
    this(results, figures, notes, List.of());
  }

  /// A line a result, and the notes.
  List<String> lines() {
    TextGrid grid = new TextGrid();
    for (Result result : results) {
      Series series = result.series();
      grid.add(
          result.caseName() + ": " + result.contender(),
          Numbers.plain(series.median()) + " " + series.unit(),
          "(" + Numbers.plain(series.min()) + " to " + Numbers.plain(series.max()) + ")");
    }
    List<String> lines = new ArrayList<>(grid.lines());
    lines.addAll(notes);
    lines.add("");
    return lines;
  }

  /// One figure of one contender in all runs.
  ///
  /// @param caseName what was done
  /// @param contender by whom
  /// @param series the figure
  public record Result(String caseName, String contender, Series series) {}
}
