package io.zenith.spi;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// What to read of a column: all of it, or some of the fields inside of it. What is delivered of a
/// struct then has these fields only, in their order, and is null where the struct is; lists and
/// maps stay what they are, around less.
///
/// Fields are chosen of structs, of the elements of lists and of the entries of maps; never of
/// unions, runs and dictionaries, which are read as a whole. Of the entries of a map both the key
/// and something of the value are read.
///
/// @param place of the column in the schema; inside of another field, in [DataType#children()]
/// @param inside what to read of the fields inside, in rising order of their places; nothing if all
///   is read
public record Projection(int place, List<Projection> inside) {
  /// What makes a field the storage of an extension type: the rest of it is none.
  private static final List<String> EXTENSION =
      List.of("ARROW:extension:name", "ARROW:extension:metadata");

  /// Checks the order and copies the list.
  public Projection {
    inside = List.copyOf(inside);
    for (int i = 1; i < inside.size(); i++) {
      if (inside.get(i - 1).place >= inside.get(i).place) {
        throw new IllegalArgumentException("places that do not rise: " + inside);
      }
    }
  }

  /// All of a column.
  public static Projection whole(int place) {
    return new Projection(place, List.of());
  }

  /// All of some columns.
  public static List<Projection> columns(int... places) {
    return IntStream.of(places).mapToObj(Projection::whole).toList();
  }

  /// All of all columns.
  public static List<Projection> all(Schema schema) {
    return IntStream.range(0, schema.fields().size()).mapToObj(Projection::whole).toList();
  }

  /// Whether all is read.
  public boolean isWhole() {
    return inside.isEmpty();
  }

  /// What becomes of the field.
  public Field of(Field field) {
    if (isWhole()) {
      return field;
    }
    Map<String, String> metadata = new LinkedHashMap<>(field.metadata());
    metadata.keySet().removeAll(EXTENSION);
    return new Field(field.name(), of(field.type()), field.nullable(), metadata);
  }

  /// What becomes of its type.
  public DataType of(DataType type) {
    if (isWhole()) {
      return type;
    }
    List<Field> left =
        inside.stream().map(part -> part.of(type.children().get(part.place))).toList();
    return switch (type) {
      case DataType.Struct _ -> new DataType.Struct(left);
      case DataType.List _ -> new DataType.List(left.getFirst());
      case DataType.LargeList _ -> new DataType.LargeList(left.getFirst());
      case DataType.ListView _ -> new DataType.ListView(left.getFirst());
      case DataType.LargeListView _ -> new DataType.LargeListView(left.getFirst());
      case DataType.FixedSizeList(_, int size) -> new DataType.FixedSizeList(left.getFirst(), size);
      case DataType.Map(_, boolean keysSorted) -> new DataType.Map(left.getFirst(), keysSorted);
      case DataType other ->
          throw new IllegalArgumentException("fields of " + other + ", which is read as a whole");
    };
  }

  /// What becomes of its values: the same buffers, and fewer children.
  public ArrayData of(ArrayData values) {
    if (isWhole()) {
      return values;
    }
    List<ArrayData> left =
        inside.stream().map(part -> part.of(values.children().get(part.place))).toList();
    return new ArrayData(
        of(values.type()),
        values.length(),
        values.nullCount(),
        values.buffers(),
        left,
        values.dictionary());
  }

  /// What is left if of this, which has fewer fields, less is read.
  ///
  /// @param less what to read, with the places of what this leaves
  public Projection then(Projection less) {
    if (less.isWhole()) {
      return this;
    }
    return isWhole()
        ? new Projection(place, less.inside)
        : new Projection(
            place, less.inside.stream().map(part -> inside.get(part.place).then(part)).toList());
  }

  /// Where a field is in what is left of the column.
  ///
  /// @param path the places of fields, from the column on
  /// @return the same with the places of what is left; nothing if the field is not read at all. It
  ///   may have fewer fields itself
  public Optional<List<Integer>> find(List<Integer> path) {
    List<Integer> found = new ArrayList<>(path.size());
    Projection at = this;
    for (int i = 0; i < path.size(); i++) {
      if (at.isWhole()) {
        found.addAll(path.subList(i, path.size()));
        break;
      }
      int wanted = path.get(i);
      List<Projection> parts = at.inside;
      int place =
          IntStream.range(0, parts.size())
              .filter(part -> parts.get(part).place == wanted)
              .findFirst()
              .orElse(-1);
      if (place < 0) {
        return Optional.empty();
      }
      found.add(place);
      at = parts.get(place);
    }
    return Optional.of(found);
  }
}
