package io.zenith.cli;

import io.zenith.ReadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `inspect` found.
record InspectReport(
    String format,
    List<DatasetFiles.DataFile> files,
    long bytes,
    long rows,
    long splits,
    long minSplitRows,
    long maxSplitRows,
    String fingerprint,
    List<Column> columns,
    List<Part> parts,
    List<StoredColumns> storage,
    Map<String, String> metadata,
    @Nullable Plan plan)
    implements Report {
  private static final int LISTED = 20;
  private static final int VALUE_WIDTH = 80;

  /// One column.
  ///
  /// @param type in Arrow's notation
  /// @param nulls how many values are null, if they were counted
  /// @param extension the name of the extension type that it stores, if it does
  record Column(
      String name,
      String type,
      boolean nullable,
      @Nullable Long nulls,
      @Nullable String extension,
      Map<String, String> metadata) {}

  /// One split, of a format that says how it stores columns.
  ///
  /// @param bytes of its columns in the file
  record Part(String name, long rows, long bytes) {}

  /// What is read for a filter.
  ///
  /// @param all what there is
  /// @param byFooters what footers leave of it
  /// @param byIndexes what indexes leave besides
  record Plan(Amount all, Amount byFooters, Amount byIndexes) {
    static Plan of(ReadPlan plan) {
      return new Plan(
          Amount.of(plan.all()), Amount.of(plan.byFooters()), Amount.of(plan.byIndexes()));
    }

    private List<String> lines() {
      TextTable table = new TextTable(false, true, true, true, true);
      all.add("  in all", table);
      byFooters.add("  left by footers", table);
      byIndexes.add("  left by indexes", table);
      return table.lines();
    }
  }

  /// Parts of files.
  ///
  /// @param bytes as they are stored, if the format says it
  record Amount(long files, long splits, long rows, @Nullable Long bytes) {
    private static Amount of(ReadPlan.Amount amount) {
      Long bytes = amount.bytes().isPresent() ? (Long) amount.bytes().getAsLong() : null;
      return new Amount(amount.files(), amount.splits(), amount.rows(), bytes);
    }

    private void add(String name, TextTable table) {
      table.add(
          name,
          Quantity.of(files, "file"),
          Quantity.of(splits, "split"),
          Quantity.of(rows, "row"),
          bytes == null ? "" : Quantity.bytes(bytes));
    }
  }

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        Quantity.of(files.size(), "file")
            + ", "
            + format
            + ", "
            + Quantity.bytes(bytes)
            + ", "
            + Quantity.of(rows, "row")
            + " in "
            + Quantity.of(splits, "split")
            + splitRows());
    lines.addAll(fileLines());
    lines.add("fingerprint " + fingerprint);
    lines.add("");
    lines.add(Quantity.of(columns.size(), "column"));
    lines.addAll(columnLines());
    if (!parts.isEmpty()) {
      lines.add("");
      lines.add("stored as");
      lines.addAll(storageLines());
      lines.add("");
      lines.add("parts");
      lines.addAll(partLines());
    }
    if (!metadata.isEmpty()) {
      lines.add("");
      lines.add("metadata");
      metadata.forEach((key, value) -> lines.add("  " + entry(key, value)));
    }
    if (plan != null) {
      lines.add("");
      lines.add("read for the filter");
      lines.addAll(plan.lines());
    }
    return lines;
  }

  private String splitRows() {
    if (splits < 2) {
      return "";
    }
    return minSplitRows == maxSplitRows
        ? " of " + Quantity.count(minSplitRows)
        : " of " + Quantity.count(minSplitRows) + " to " + Quantity.count(maxSplitRows);
  }

  private List<String> fileLines() {
    TextTable table = new TextTable(false, true, true, true);
    for (DatasetFiles.DataFile file : files.subList(0, Math.min(LISTED, files.size()))) {
      table.add(
          "  " + Printable.of(file.path()),
          Quantity.bytes(file.bytes()),
          Quantity.of(file.rows(), "row"),
          Quantity.of(file.splits(), "split"));
    }
    List<String> lines = table.lines();
    if (files.size() > LISTED) {
      lines.add("  ... and " + (files.size() - LISTED) + " more");
    }
    return lines;
  }

  private List<String> columnLines() {
    TextTable table = new TextTable(false, false, false, false);
    for (Column column : columns) {
      table.add(
          "  " + Printable.of(column.name),
          Printable.cut(column.type, VALUE_WIDTH),
          nulls(column),
          notes(column));
    }
    return table.lines();
  }

  private List<String> storageLines() {
    TextTable table = new TextTable(false, false, true, false, false);
    for (StoredColumns column : storage) {
      table.add(
          "  " + Printable.cut(column.path(), VALUE_WIDTH),
          String.join(", ", column.codecs()),
          Quantity.bytes(column.bytes()) + " of " + Quantity.bytes(column.plainBytes()),
          String.join(", ", column.encodings()),
          String.join(", ", column.extras()));
    }
    return table.lines();
  }

  private List<String> partLines() {
    TextTable table = new TextTable(false, true, true);
    for (Part part : parts.subList(0, Math.min(LISTED, parts.size()))) {
      table.add(
          "  " + Printable.of(part.name()),
          Quantity.of(part.rows(), "row"),
          Quantity.bytes(part.bytes()));
    }
    List<String> lines = table.lines();
    if (parts.size() > LISTED) {
      lines.add("  ... and " + (parts.size() - LISTED) + " more");
    }
    return lines;
  }

  private static String nulls(Column column) {
    if (!column.nullable) {
      return "not null";
    }
    return column.nulls == null ? "nullable" : Quantity.of(column.nulls, "null");
  }

  private static String notes(Column column) {
    List<String> notes = new ArrayList<>();
    column.metadata.forEach((key, value) -> notes.add(entry(key, value)));
    return String.join(", ", notes);
  }

  private static String entry(String key, String value) {
    return Printable.cut(key, VALUE_WIDTH) + " = " + Printable.cut(value, VALUE_WIDTH);
  }
}
