package io.zenith.internal.layout;

import io.zenith.internal.ErrorText;
import io.zenith.internal.Spelling;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.Projection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A column, or a field inside of one, found by a name such as `user.address.city`.
///
/// A name means what has it as a whole, and only else what its first part has: names may have
/// points in them. Into lists and maps the way goes by what their elements and entries are called,
/// which is `element`, `item` or `key_value` by the habit of the writer; before an element `list`
/// may stand, since that is its path in Parquet.
///
/// @param name the name
/// @param places the place of the column in the schema, then those of fields in
///   [DataType#children()]
/// @param type of what was found
public record FieldPath(String name, List<Integer> places, DataType type) {
  /// What stands between a list and its element in Parquet.
  private static final String LIST = "list.";

  /// Copies the list.
  public FieldPath {
    places = List.copyOf(places);
  }

  /// Finds the column of that name, else the field.
  ///
  /// @throws IllegalArgumentException if there is none, or more than one
  public static FieldPath find(SchemaIndex index, String name) {
    List<Field> fields = index.schema.fields();
    List<List<Integer>> paths = paths(fields, name).toList();
    if (paths.isEmpty()) {
      throw unknown(index, name);
    }
    List<Integer> path = paths.getFirst();
    index.of(fields.get(path.getFirst()).name()); // refuses a name that several columns have
    if (paths.size() > 1) {
      throw new IllegalArgumentException(
          ErrorText.printable("several fields are named '" + name + "'"));
    }
    return new FieldPath(name, path, type(fields.get(path.getFirst()).type(), tail(path)));
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
    if (!name.startsWith(field.name() + ".")) {
      return Stream.of();
    }
    List<Field> fields = inside(field.type());
    String rest = name.substring(field.name().length() + 1);
    List<List<Integer>> paths = paths(fields, rest).toList();
    return paths.isEmpty() && isList(field.type()) && rest.startsWith(LIST)
        ? paths(fields, rest.substring(LIST.length()))
        : paths.stream();
  }

  /// The fields of which some can be read without the others.
  private static List<Field> inside(DataType type) {
    return type instanceof DataType.Union || type instanceof DataType.RunEndEncoded
        ? List.of()
        : type.children();
  }

  private static boolean isList(DataType type) {
    return inside(type).size() == 1
        && !(type instanceof DataType.Struct)
        && !(type instanceof DataType.Map);
  }

  private static List<Integer> prepend(int first, List<Integer> path) {
    return Stream.concat(Stream.of(first), path.stream()).toList();
  }

  private static List<Integer> tail(List<Integer> path) {
    return path.subList(1, path.size());
  }

  /// The type of a field.
  ///
  /// @param path the places of fields, from the type on
  public static DataType type(DataType outer, List<Integer> path) {
    DataType type = outer;
    for (int child : path) {
      type = type.children().get(child).type();
    }
    return type;
  }

  /// Says how far the way goes.
  private static IllegalArgumentException unknown(SchemaIndex index, String name) {
    List<Field> fields = index.schema.fields();
    String rest = name;
    Optional<Field> reached = Optional.empty();
    Optional<Field> next = first(fields, rest);
    while (next.isPresent()) {
      DataType type = next.get().type();
      reached = next;
      fields = inside(type);
      rest = rest.substring(next.get().name().length() + 1);
      next = first(fields, rest);
      if (next.isEmpty() && isList(type) && rest.startsWith(LIST)) {
        rest = rest.substring(LIST.length());
        next = first(fields, rest);
      }
    }
    String way = name.substring(0, name.length() - rest.length());
    Optional<String> meant = meant(rest, fields).map(near -> way + near);
    return reached.isEmpty()
        ? index.unknown(name, meant)
        : new IllegalArgumentException(
            ErrorText.printable(
                "no field '"
                    + rest
                    + "' in '"
                    + way.substring(0, way.length() - 1)
                    + "'"
                    + Spelling.question(meant)
                    + (fields.isEmpty()
                        ? ", which is " + reached.get().type() + " and is read as a whole"
                        : "; fields: " + SchemaIndex.list(fields))));
  }

  /// The field that a name begins with, if there is one.
  private static Optional<Field> first(List<Field> fields, String name) {
    return fields.stream().filter(field -> name.startsWith(field.name() + ".")).findFirst();
  }

  /// What may have been meant by a wrong name: all of it, or its first part.
  private static Optional<String> meant(String name, List<Field> fields) {
    List<String> names = fields.stream().map(Field::name).toList();
    int end = name.indexOf('.');
    return Spelling.nearest(name, names)
        .or(() ->
            end < 0
                ? Optional.empty()
                : Spelling.nearest(name.substring(0, end), names)
                    .map(near -> near + name.substring(end)));
  }

  /// The place of the column.
  public int column() {
    return places.getFirst();
  }

  /// The places of fields, from the column on.
  public List<Integer> inside() {
    return tail(places);
  }

  /// The first of the fields inside, and of those in it, as far as they are structs.
  public FieldPath first() {
    return type instanceof DataType.Struct(List<Field> fields) && !fields.isEmpty()
        ? new FieldPath(
                name,
                Stream.concat(places.stream(), Stream.of(0)).toList(),
                fields.getFirst().type())
            .first()
        : this;
  }

  /// Whether the way is through structs only, so that there is one value a row.
  public boolean isFlat(List<Field> fields) {
    return IntStream.range(1, places.size())
        .allMatch(i ->
            type(fields.get(column()).type(), places.subList(1, i)) instanceof DataType.Struct);
  }

  /// Whether it is read, or some of the fields inside of it.
  public boolean isIn(Projection read) {
    return read.place() == column() && read.find(inside()).isPresent();
  }
}
