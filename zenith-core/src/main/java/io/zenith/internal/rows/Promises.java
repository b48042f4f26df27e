package io.zenith.internal.rows;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.layout.Validity;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where a transform says that there are no nulls, and rows that come may have some: columns, and
/// what is inside of fixed-size lists.
///
/// A transform cannot write a null, but what is null before stays so.
public final class Promises {
  /// The columns, as places in the schema.
  private final List<Integer> places = new ArrayList<>();

  private final SchemaIndex after;

  private Promises(SchemaIndex after) {
    this.after = after;
  }

  /// What the columns promise that a transform makes.
  ///
  /// @param before the columns that come
  /// @param after those that are made
  public static Promises of(SchemaIndex before, SchemaIndex after) {
    Promises promises = new Promises(after);
    List<Field> fields = after.schema.fields();
    for (int place = 0; place < fields.size() && after != before; place++) {
      int kept = NewColumns.keptFrom(before, after, place);
      int from = kept < 0 ? before.find(fields.get(place).name()).orElse(-1) : kept;
      if (from >= 0 && isNew(before.schema.fields().get(from), fields.get(place))) {
        promises.places.add(place);
      }
    }
    return promises;
  }

  private static boolean isNew(Field before, Field after) {
    return (before.nullable() && !after.nullable())
        || (before.type() instanceof DataType.FixedSizeList(Field element, _)
            && after.type() instanceof DataType.FixedSizeList(Field other, _)
            && isNew(element, other));
  }

  /// A null where there should be none.
  ///
  /// @param row its place among the rows
  public record Broken(int row, IllegalStateException refusal) {}

  /// The first null among some rows in a column that should have none.
  public Optional<Broken> broken(NewColumns made, RowSpan rows) {
    for (int place : places) {
      Field field = after.schema.fields().get(place);
      Node column = made.now(place);
      int row = column == null ? -1 : first(List.of(column.checked()), field, 1, rows);
      if (row >= 0) {
        return Optional.of(new Broken(row, refusal(field)));
      }
    }
    return Optional.empty();
  }

  private static IllegalStateException refusal(Field field) {
    return new IllegalStateException(
        ErrorText.printable(
            "column '"
                + field.name()
                + "' has a null there, and its output says that it has none"));
  }

  /// The first row with a null in a column or in its lists; -1 if there is none.
  ///
  /// @param levels the nodes from the column to one inside of its lists
  /// @param field what is promised of the last one
  /// @param each how many values that one has in a row
  private static int first(List<Node> levels, Field field, long each, RowSpan rows) {
    int first = field.nullable() ? -1 : first(levels, each, rows);
    if (!(field.type() instanceof DataType.FixedSizeList(Field element, int size))) {
      return first;
    }
    List<Node> inside = new ArrayList<>(levels);
    inside.add(levels.getLast().children.getFirst());
    int other = first(inside, element, each * size, rows);
    return first < 0 || (other >= 0 && other < first) ? other : first;
  }

  private static int first(List<Node> levels, long each, RowSpan rows) {
    for (long value = 0; value < rows.count() * each; value++) {
      if (isNull(levels, rows.start() * each + value)) {
        return (int) (value / each);
      }
    }
    return -1;
  }

  /// Whether a value of the last level is null, and not only inside of a null.
  private static boolean isNull(List<Node> levels, long place) {
    if (isValid(levels.getLast(), place)) {
      return false;
    }
    long outer = place;
    for (Node list : levels.subList(0, levels.size() - 1).reversed()) {
      outer /= ((DataType.FixedSizeList) list.field.type()).size();
      if (!isValid(list, outer)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isValid(Node node, long place) {
    return Validity.of(node, place, 1) != 0;
  }
}
