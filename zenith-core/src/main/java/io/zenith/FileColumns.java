package io.zenith;

import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// How the columns of one file become those of the dataset, whose files may lack columns and have
/// narrower types. Some columns are the same in all rows of a file: those that it lacks, and those
/// that its folders give it.
///
/// @param read the columns to read, as places in the file
/// @param fields what they are in the file
/// @param columns what the dataset has
/// @param places for each column of the dataset its place in `read`; or if all rows of the file
///   have one value, the complement (`~`) of the place of that in `constants`
/// @param constants nodes of one row; nothing for null
/// @param asTheyAre whether the columns of the file are those of the dataset
record FileColumns(
    List<Integer> read,
    List<Field> fields,
    List<Field> columns,
    List<Integer> places,
    List<Optional<Node>> constants,
    boolean asTheyAre) {
  private static final int MISSING = -1;

  /// Columns that stay what they are.
  static FileColumns same(Schema schema) {
    return of(schema, schema, IntStream.range(0, schema.fields().size()).boxed().toList());
  }

  /// The columns of a file that has no others than its own.
  static FileColumns of(Schema file, Schema dataset, List<Integer> selected) {
    return of(file, dataset, selected, Map.of());
  }

  /// @param file the columns of the file
  /// @param dataset the columns of the dataset
  /// @param selected which of them are wanted, as places
  /// @param partition columns that folders give the file, as nodes of one row; nothing for null
  static FileColumns of(
      Schema file, Schema dataset, List<Integer> selected, Map<String, Optional<Node>> partition) {
    List<Integer> read = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    List<Field> columns = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<Optional<Node>> constants = new ArrayList<>();
    for (int column : selected) {
      Field field = dataset.fields().get(column);
      columns.add(field);
      boolean stored = !partition.containsKey(field.name());
      int place = stored ? place(file.fields(), field, column) : MISSING;
      if (place == MISSING) {
        places.add(~constants.size());
        constants.add(partition.getOrDefault(field.name(), Optional.empty()));
      } else {
        places.add(read.size());
        Field found = file.fields().get(place);
        read.add(place);
        fields.add(Shapes.same(found.type(), field.type()) ? field : found);
      }
    }
    return new FileColumns(
        List.copyOf(read),
        List.copyOf(fields),
        List.copyOf(columns),
        List.copyOf(places),
        List.copyOf(constants),
        fields.equals(columns));
  }

  /// Columns are found by name; several of one name by their place, which is the same in all files.
  private static int place(List<Field> fields, Field wanted, int column) {
    if (column < fields.size() && fields.get(column).name().equals(wanted.name())) {
      return column;
    }
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(wanted.name())) {
        return i;
      }
    }
    return MISSING;
  }

  /// The first columns of the dataset of these. The others are read behind them.
  FileColumns first(int count) {
    if (count == columns.size()) {
      return this;
    }
    List<Integer> firstPlaces = places.subList(0, count);
    int found = (int) firstPlaces.stream().filter(place -> place >= 0).count();
    List<Field> firstFields = fields.subList(0, found);
    List<Field> firstColumns = columns.subList(0, count);
    return new FileColumns(
        read.subList(0, found),
        firstFields,
        firstColumns,
        firstPlaces,
        constants,
        firstFields.equals(firstColumns));
  }

  /// Makes columns of the dataset of copied columns of the file.
  Node[] convert(Node[] copies, long count, SegmentAllocator memory) {
    if (asTheyAre) {
      return copies;
    }
    Node[] converted = new Node[columns.size()];
    for (int i = 0; i < converted.length; i++) {
      Field field = columns.get(i);
      int place = places.get(i);
      if (place < 0) {
        converted[i] =
            constants
                .get(~place)
                .map(value -> RepeatedNodes.of(value, count, memory))
                .orElseGet(() -> Widening.nulls(field, count, memory));
      } else {
        Node copy = copies[place];
        converted[i] = copy.isCorrupt() ? copy : Widening.convert(copy, field, memory);
      }
    }
    return converted;
  }
}
