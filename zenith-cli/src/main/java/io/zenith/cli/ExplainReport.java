package io.zenith.cli;

import io.zenith.RowPlace;
import java.util.ArrayList;
import java.util.List;

/// What `explain` found: the rows that a rank takes of a step.
record ExplainReport(int epoch, long step, int rank, List<Row> rows) implements Report {

  /// One row.
  ///
  /// @param row its number in the dataset
  record Row(
      long row,
      long position,
      String file,
      int fileNumber,
      int split,
      long rowInFile,
      boolean padding) {
    private static Row of(RowPlace place) {
      return new Row(
          place.number(),
          place.position(),
          place.file().toString(),
          place.fileNumber(),
          place.split(),
          place.row(),
          place.padding());
    }
  }

  static ExplainReport of(int epoch, long step, int rank, List<RowPlace> places) {
    return new ExplainReport(epoch, step, rank, places.stream().map(Row::of).toList());
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "epoch "
            + epoch
            + ", step "
            + step
            + ", rank "
            + rank
            + ": "
            + Quantity.of(rows.size(), "row"));
    TextTable table = new TextTable(true, true, false, true, true, false);
    table.add("row", "position", "file", "split", "row in file", "");
    for (Row row : rows) {
      table.add(
          Long.toString(row.row),
          Long.toString(row.position),
          Printable.of(row.file),
          Integer.toString(row.split),
          Long.toString(row.rowInFile),
          row.padding ? "padding" : "");
    }
    lines.addAll(table.lines());
    return lines;
  }
}
