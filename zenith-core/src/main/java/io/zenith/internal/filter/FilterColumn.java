package io.zenith.internal.filter;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.FieldPath;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// A column that a filter names, or a field inside a struct column.
///
/// @param field what it names
/// @param needed what to read for it: of a struct, of which only nulls can be asked for, one of its
///   fields says what is null
record FilterColumn(FieldPath field, FieldPath needed) {

  /// Finds the column of that name, else the field of that path.
  ///
  /// @throws IllegalArgumentException if there is none, or more than one, or if it has not one
  ///   value a row
  static FilterColumn find(SchemaIndex index, String name) {
    FieldPath field = FieldPath.find(index, name);
    if (!field.isFlat(index.schema.fields())) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "'" + name + "' is in a list or map: a filter asks for one value a row"));
    }
    return new FilterColumn(field, field.first());
  }

  /// The type of the values.
  DataType type() {
    return field.type();
  }

  /// The type of the values of a dictionary or of runs, else the type itself.
  static DataType valueType(DataType type) {
    return switch (type) {
      case DataType.Dictionary dictionary -> valueType(dictionary.value());
      case DataType.RunEndEncoded(_, Field values) -> valueType(values.type());
      default -> type;
    };
  }

  /// This column in a file.
  ///
  /// @param path the column, as a place in the file, then the places of fields in structs
  /// @param type the type of its values
  record Stored(List<Integer> path, DataType type) {}

  /// This column in a file, if it has values of it.
  Optional<Stored> in(FileColumns columns) {
    FileColumns.Place place = columns.find(field);
    if (place.column() < 0 || isNull(columns, place)) {
      return Optional.empty();
    }
    DataType found = FieldPath.type(columns.fields().get(place.column()).type(), place.inside());
    Stream<Integer> column = Stream.of(columns.read().get(place.column()).place());
    List<Integer> path = Stream.concat(column, field.inside().stream()).toList();
    return Optional.of(new Stored(path, valueType(found)));
  }

  /// A test of the values in a record batch. Where all rows of the file have one value, that is
  /// tested once.
  ///
  /// @param ofNull a test if all values are null, since the file has none
  /// @param test makes a test for the column and the fields on the way
  RowMatcher test(Chunk chunk, RowMatcher ofNull, Function<Node[], RowMatcher> test) {
    FileColumns columns = chunk.columns();
    FileColumns.Place place = columns.find(field);
    int read = place.column();
    if (read < 0) {
      Optional<Node> constant = columns.constants().get(~read);
      return constant.map(node -> once(test.apply(nodes(node, place.inside())))).orElse(ofNull);
    }
    return isNull(columns, place) ? ofNull : test.apply(nodes(chunk.nodes()[read], place.inside()));
  }

  /// Whether the file has a column of nothing but nulls. Where others have a struct, it has no
  /// fields.
  private static boolean isNull(FileColumns columns, FileColumns.Place place) {
    return columns.fields().get(place.column()).type() instanceof DataType.Null;
  }

  /// A test of all rows that have the value of the first.
  private static RowMatcher once(RowMatcher test) {
    long all = -test.keep(0, 1);
    return (_, rows) -> rows & all;
  }

  private static Node[] nodes(Node first, List<Integer> inside) {
    Node[] nodes = new Node[inside.size() + 1];
    nodes[0] = first;
    for (int i = 0; i < inside.size(); i++) {
      nodes[i + 1] = nodes[i].children.get(inside.get(i));
    }
    return nodes;
  }
}
