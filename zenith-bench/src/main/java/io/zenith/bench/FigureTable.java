package io.zenith.bench;

import java.util.List;
import java.util.Locale;

/// A line a figure: its name, what is required, what was measured, and whether it holds.
final class FigureTable {
  private FigureTable() {}

  static List<String> lines(List<Figure> figures) {
    TextGrid grid = new TextGrid();
    grid.add("figure", "kind", "required", "measured", "holds");
    for (Figure figure : figures) {
      grid.add(
          figure.name(),
          figure.kind().name().toLowerCase(Locale.ROOT),
          figure.required(),
          Double.isNaN(figure.measured())
              ? "not measured"
              : Numbers.plain(figure.measured()) + " " + figure.unit(),
          figure.holds() ? "yes" : "no");
    }
    return grid.lines();
  }
}
