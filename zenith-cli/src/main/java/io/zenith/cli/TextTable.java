package io.zenith.cli;

import java.util.ArrayList;
import java.util.List;

/// Cells in aligned columns, two spaces apart.
final class TextTable {
  private static final String GAP = "  ";

  private final boolean[] right;
  private final int[] widths;
  private final List<String[]> rows = new ArrayList<>();

  /// @param right of each column, whether it is aligned to the right
  TextTable(boolean... right) {
    this.right = right;
    this.widths = new int[right.length];
  }

  /// Adds a row of printable cells.
  void add(String... cells) {
    for (int column = 0; column < widths.length; column++) {
      widths[column] = Math.max(widths[column], Printable.width(cells[column]));
    }
    rows.add(cells);
  }

  /// All rows, all columns.
  List<String> lines() {
    return lines(0, widths.length, 0);
  }

  /// As many lines as needed so that none is wider than `width`: the columns go in groups, one
  /// below the other, and each repeats the first column.
  List<String> lines(int width) {
    List<String> lines = new ArrayList<>();
    for (int from = 1; from < widths.length || from == 1; ) {
      int used = widths[0];
      int to = from;
      while (to < widths.length && (to == from || used + GAP.length() + widths[to] <= width)) {
        used += GAP.length() + widths[to];
        to++;
      }
      if (from > 1) {
        lines.add("");
      }
      lines.addAll(lines(from, to, 1));
      from = Math.max(to, from + 1);
    }
    return lines;
  }

  private List<String> lines(int from, int to, int repeated) {
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < repeated; column++) {
        append(line, row[column], column);
      }
      for (int column = from; column < to; column++) {
        append(line, row[column], column);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private void append(StringBuilder line, String cell, int column) {
    String padding = " ".repeat(widths[column] - Printable.width(cell));
    line.append(line.isEmpty() ? "" : GAP);
    line.append(right[column] ? padding + cell : cell + padding);
  }
}
