package io.zenith.csv;

import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.FileSummary;
import io.zenith.spi.Split;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Files that are one dataset: a column that is in several of them has the type that holds the
/// values of all. Columns are the same if they have the same name.
final class CsvFiles {
  private final CsvOptions options;
  private final Map<String, FoundTypes> found = new HashMap<>();

  /// Files that are alike share their schema.
  private final Map<Schema, Schema> schemas = new HashMap<>();

  private CsvFiles(CsvOptions options) {
    this.options = options;
  }

  /// The files, with the types that they have together.
  static List<FileSummary> unite(List<FileSummary> files, CsvOptions options) {
    if (files.size() == 1) {
      return files;
    }
    List<FileSummary> alike =
        files.stream().anyMatch(CsvFiles::repeatsNames) ? files : withTypesOfAll(files, options);
    return options.ragged() == Ragged.SKIP ? Skipped.inAll(alike) : alike;
  }

  private static List<FileSummary> withTypesOfAll(List<FileSummary> files, CsvOptions options) {
    CsvFiles all = new CsvFiles(options);
    for (FileSummary file : files) {
      for (CsvColumn column : columns(file)) {
        column.found().ifPresent(types -> all.add(column.field().name(), types));
      }
    }
    return files.stream().map(all::of).toList();
  }

  private static boolean repeatsNames(FileSummary file) {
    List<Field> fields = file.schema().fields();
    return new HashSet<>(fields.stream().map(Field::name).toList()).size() < fields.size();
  }

  /// The columns of a file; none if it has no records, which say nothing about types.
  private static List<CsvColumn> columns(FileSummary file) {
    return file.splits().stream()
        .limit(1)
        .flatMap(split -> ((CsvSplit) split).known().columns().stream())
        .toList();
  }

  private void add(String name, FoundTypes types) {
    found.merge(name, types, FoundTypes::and);
  }

  private FileSummary of(FileSummary file) {
    List<Field> fields = file.schema().fields().stream().map(this::of).toList();
    if (fields.equals(file.schema().fields())) {
      return file;
    }
    List<CsvColumn> columns = columns(file).stream().map(this::of).toList();
    List<Split> splits =
        file.splits().stream().<Split>map(split -> ((CsvSplit) split).with(columns)).toList();
    Schema schema = new Schema(fields, file.schema().metadata());
    return new FileSummary(schemas.computeIfAbsent(schema, same -> same), splits);
  }

  private Field of(Field field) {
    boolean isGiven = options.all().isPresent() || options.types().containsKey(field.name());
    FoundTypes types = found.get(field.name());
    return isGiven || types == null ? field : Field.of(field.name(), types.first());
  }

  private CsvColumn of(CsvColumn column) {
    return new CsvColumn(column.place(), of(column.field()), column.found());
  }
}
