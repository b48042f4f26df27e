package io.zenith.bench;

import java.util.ArrayList;
import java.util.List;

/// Lines of cells in columns as wide as they need: the first to the left, the others to the right.
final class TextGrid {
  private static final String GAP = "  ";

  private final List<List<String>> lines = new ArrayList<>();

  void add(String... cells) {
    lines.add(List.of(cells));
  }

  /// How many lines so far.
  int size() {
    return lines.size();
  }

  /// One text a line, in the order they were added.
  List<String> lines() {
    return lines.stream().map(this::line).toList();
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String pad = " ".repeat(width(column) - cells.get(column).length());
      line.append(column == 0 ? "" : GAP + pad).append(cells.get(column));
      line.append(column == 0 ? pad : "");
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return lines.stream()
        .filter(cells -> column < cells.size())
        .mapToInt(cells -> cells.get(column).length())
        .max()
        .orElse(0);
  }
}
