package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A column that a filter names, or a field inside a struct column.
///
/// @param column the column
/// @param place its place in the dataset
/// @param inside the way from it to the values: places in structs
/// @param type the type of the values
record FilterColumn(Field column, int place, List<Integer> inside, DataType type) {

  /// Finds the column of that name, else the field of that path.
  ///
  /// @throws IllegalArgumentException if there is none, or more than one
  static FilterColumn find(SchemaIndex index, String name) {
    List<Field> fields = index.schema.fields();
    List<List<Integer>> paths = paths(fields, name).toList();
    if (paths.isEmpty()) {
      index.of(name);
    }
    List<Integer> path = paths.getFirst();
    int place = index.of(fields.get(path.getFirst()).name());
    if (paths.size() > 1) {
      throw new IllegalArgumentException(
          ErrorText.printable("several fields are named '" + name + "'"));
    }
    Field field = fields.get(place);
    List<Integer> inside = path.subList(1, path.size());
    DataType type = field.type();
    for (int child : inside) {
      type = type.children().get(child).type();
    }
    return new FilterColumn(field, place, List.copyOf(inside), type);
  }

  private static Stream<List<Integer>> paths(List<Field> fields, String name) {
    int[] whole =
        IntStream.range(0, fields.size()).filter(i -> fields.get(i).name().equals(name)).toArray();
    return whole.length > 0
        ? IntStream.of(whole).mapToObj(List::of)
        : IntStream.range(0, fields.size())
            .boxed()
            .flatMap(i -> inside(fields.get(i), name).map(path -> prepend(i, path)));
  }

  private static Stream<List<Integer>> inside(Field field, String name) {
    return field.type() instanceof DataType.Struct(List<Field> fields)
            && name.startsWith(field.name() + ".")
        ? paths(fields, name.substring(field.name().length() + 1))
        : Stream.of();
  }

  private static List<Integer> prepend(int first, List<Integer> path) {
    return Stream.concat(Stream.of(first), path.stream()).toList();
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
    int read = read(columns);
    if (read < 0 || isNull(columns, read)) {
      return Optional.empty();
    }
    DataType found = columns.fields().get(read).type();
    for (int child : inside) {
      found = found.children().get(child).type();
    }
    List<Integer> path = prepend(columns.read().get(read), inside);
    return Optional.of(new Stored(path, valueType(found)));
  }

  /// A test of the values in a record batch. Where all rows of the file have one value, that is
  /// tested once.
  ///
  /// @param ofNull a test if all values are null, since the file has none
  /// @param test makes a test for the column and the fields on the way
  RowMatcher test(Chunk chunk, RowMatcher ofNull, Function<Node[], RowMatcher> test) {
    FileColumns columns = chunk.columns();
    int read = read(columns);
    if (read < 0) {
      Optional<Node> constant = columns.constants().get(~read);
      return constant.map(node -> once(test.apply(nodes(node)))).orElse(ofNull);
    }
    return isNull(columns, read) ? ofNull : test.apply(nodes(chunk.nodes()[read]));
  }

  /// Whether the file has a column of nothing but nulls. Where others have a struct, it has no
  /// fields.
  private static boolean isNull(FileColumns columns, int read) {
    return columns.fields().get(read).type() instanceof DataType.Null;
  }

  /// The place among the columns that are read of a file, or below 0 if the file lacks it.
  private int read(FileColumns columns) {
    for (int i = 0; i < columns.columns().size(); i++) {
      if (columns.columns().get(i).name().equals(column.name())) {
        return columns.places().get(i);
      }
    }
    throw new IllegalStateException("a record batch without the column '" + column.name() + "'");
  }

  /// A test of all rows that have the value of the first.
  private static RowMatcher once(RowMatcher test) {
    long all = -test.keep(0, 1);
    return (_, rows) -> rows & all;
  }

  private Node[] nodes(Node first) {
    Node[] nodes = new Node[inside.size() + 1];
    nodes[0] = first;
    for (int i = 0; i < inside.size(); i++) {
      nodes[i + 1] = nodes[i].children.get(inside.get(i));
    }
    return nodes;
  }
}
