package io.zenith;

import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// How the columns of one file become those of the dataset, whose files may lack columns and have
/// narrower types.
///
/// @param read the columns to read, as places in the file
/// @param fields what they are in the file
/// @param columns what the dataset has
/// @param places for each column of the dataset its place in `read`, or -1 if the file lacks it
/// @param asTheyAre whether the columns of the file are those of the dataset
record FileColumns(
    List<Integer> read,
    List<Field> fields,
    List<Field> columns,
    List<Integer> places,
    boolean asTheyAre) {
  private static final int MISSING = -1;

  /// Columns that stay what they are.
  static FileColumns same(Schema schema) {
    return of(schema, schema, IntStream.range(0, schema.fields().size()).boxed().toList());
  }

  /// @param file the columns of the file
  /// @param dataset the columns of the dataset
  /// @param selected which of them are wanted, as places
  static FileColumns of(Schema file, Schema dataset, List<Integer> selected) {
    List<Integer> read = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    List<Field> columns = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int column : selected) {
      Field field = dataset.fields().get(column);
      columns.add(field);
      int place = place(file.fields(), field, column);
      places.add(place == MISSING ? MISSING : read.size());
      if (place != MISSING) {
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
    int found = (int) firstPlaces.stream().filter(place -> place != MISSING).count();
    List<Field> firstFields = fields.subList(0, found);
    List<Field> firstColumns = columns.subList(0, count);
    return new FileColumns(
        read.subList(0, found),
        firstFields,
        firstColumns,
        firstPlaces,
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
      if (places.get(i) == MISSING) {
        converted[i] = Widening.nulls(field, count, memory);
      } else {
        Node copy = copies[places.get(i)];
        converted[i] = copy.isCorrupt() ? copy : Widening.convert(copy, field, memory);
      }
    }
    return converted;
  }
}
