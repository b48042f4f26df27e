package io.zenith.internal.rows;

import io.zenith.internal.layout.FieldPath;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.RepeatedNodes;
import io.zenith.internal.layout.Shapes;
import io.zenith.internal.layout.Widening;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.Projection;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How the columns of one file become those of the dataset, whose files may lack columns and have
/// narrower types. Some columns are the same in all rows of a file: those that it lacks, and those
/// that its folders give it.
///
/// @param wanted what is wanted of the columns of the dataset
/// @param read what to read of those of the file
/// @param fields what that is in the file
/// @param columns what it is in the dataset
/// @param places for each column of the dataset its place in `read`; or if all rows of the file
///   have one value, the complement (`~`) of the place of that in `constants`
/// @param constants nodes of one row; nothing for null
/// @param asTheyAre whether the columns of the file are those of the dataset
public record FileColumns(
    List<Projection> wanted,
    List<Projection> read,
    List<Field> fields,
    List<Field> columns,
    List<Integer> places,
    List<Optional<Node>> constants,
    boolean asTheyAre) {
  private static final int MISSING = -1;

  /// Columns that stay what they are.
  public static FileColumns same(Schema schema) {
    return of(schema, schema, Projection.all(schema));
  }

  /// The columns of a file that has no others than its own.
  public static FileColumns of(Schema file, Schema dataset, List<Projection> wanted) {
    return of(file, dataset, wanted, Map.of());
  }

  /// The columns of a file whose folders give it some.
  ///
  /// @param file the columns of the file
  /// @param dataset the columns of the dataset
  /// @param wanted which of them, and what of them
  /// @param partition columns that folders give the file, as nodes of one row; nothing for null
  public static FileColumns of(
      Schema file, Schema dataset, List<Projection> wanted, Map<String, Optional<Node>> partition) {
    List<Projection> read = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    List<Field> columns = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<Optional<Node>> constants = new ArrayList<>();
    for (Projection column : wanted) {
      Field field = dataset.fields().get(column.place());
      columns.add(column.of(field));
      boolean stored = !partition.containsKey(field.name());
      int place = stored ? place(file.fields(), field, column.place()) : MISSING;
      if (place == MISSING) {
        places.add(~constants.size());
        constants.add(partition.getOrDefault(field.name(), Optional.empty()));
      } else {
        places.add(read.size());
        Field found = file.fields().get(place);
        // What differs has no fields of which some could be read.
        boolean isSame = Shapes.same(found.type(), field.type());
        read.add(new Projection(place, isSame ? column.inside() : List.of()));
        fields.add(isSame ? column.of(field) : found);
      }
    }
    return new FileColumns(
        List.copyOf(wanted),
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

  /// Where a field is.
  ///
  /// @param column of its column, as in [#places()]
  /// @param inside from there on the places of fields, in what is read of the column
  public record Place(int column, List<Integer> inside) {}

  /// Finds a field, or what is read of it.
  public Place find(FieldPath field) {
    for (int i = 0; i < wanted.size(); i++) {
      if (field.isIn(wanted.get(i))) {
        return new Place(places.get(i), wanted.get(i).find(field.inside()).orElseThrow());
      }
    }
    throw new IllegalStateException("'" + field.name() + "' is not read");
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
        wanted.subList(0, count),
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
