package io.zenith.internal.layout;

import io.zenith.internal.ErrorText;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.Projection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Fields that are wanted of a column, put together: what is to be read of it.
public final class FieldTree {
  /// By the places of fields; nothing if the field is wanted as a whole.
  private final Map<Integer, FieldTree> inside = new TreeMap<>();

  private boolean isWhole;

  /// What to read for some fields: columns in the order in which they are named first, and the
  /// fields of each in theirs.
  ///
  /// @param fields the columns
  /// @throws IllegalArgumentException if keys of a map are wanted without values
  public static List<Projection> of(List<FieldPath> wanted, List<Field> fields) {
    Map<Integer, FieldTree> columns = new LinkedHashMap<>();
    for (FieldPath path : wanted) {
      columns.computeIfAbsent(path.column(), _ -> new FieldTree()).add(path.inside());
    }
    List<Projection> projections = new ArrayList<>(columns.size());
    columns.forEach((place, tree) -> projections.add(tree.projection(place, fields.get(place))));
    return projections;
  }

  private void add(List<Integer> path) {
    if (path.isEmpty()) {
      isWhole = true;
    } else {
      inside
          .computeIfAbsent(path.getFirst(), _ -> new FieldTree())
          .add(path.subList(1, path.size()));
    }
  }

  private Projection projection(int place, Field field) {
    if (isWhole) {
      return Projection.whole(place);
    }
    if (field.type() instanceof DataType.Map map) {
      inside.values().forEach(entries -> entries.addKey(field, map));
    }
    List<Field> fields = field.type().children();
    List<Projection> parts = new ArrayList<>(inside.size());
    inside.forEach((child, tree) -> parts.add(tree.projection(child, fields.get(child))));
    boolean isAll = parts.size() == fields.size() && parts.stream().allMatch(Projection::isWhole);
    return isAll ? Projection.whole(place) : new Projection(place, parts);
  }

  /// A map has keys, whatever is wanted of its values.
  private void addKey(Field field, DataType.Map map) {
    if (!isWhole && !inside.containsKey(1)) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "the keys of '"
                  + field.name()
                  + "', which is "
                  + map
                  + ", without its values: a map has both"));
    }
    add(List.of(0));
  }
}
