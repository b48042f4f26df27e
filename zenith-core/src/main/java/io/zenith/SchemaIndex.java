package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Finds columns by name, and says what there is when a name is wrong.
final class SchemaIndex {
  /// How many columns a message lists.
  private static final int LISTED = 20;

  /// The place of a name that several columns have.
  private static final int AMBIGUOUS = -1;

  final Schema schema;
  private final Map<String, Integer> places = new HashMap<>();

  SchemaIndex(Schema schema) {
    this.schema = schema;
    List<Field> fields = schema.fields();
    for (int i = 0; i < fields.size(); i++) {
      places.merge(fields.get(i).name(), i, (_, _) -> AMBIGUOUS);
    }
  }

  /// The place of a column.
  ///
  /// @throws IllegalArgumentException if no column, or more than one, has that name
  int of(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "no column '" + name + "'" + guess(name) + "; columns: " + columns()));
    }
    if (place == AMBIGUOUS) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "several columns are named '"
                  + name
                  + "': read them by place; columns: "
                  + columns()));
    }
    return place;
  }

  /// The place of the only column of that name, if there is one.
  Optional<Integer> find(String name) {
    return Optional.ofNullable(places.get(name)).filter(place -> place != AMBIGUOUS);
  }

  /// The place here of a column of another schema whose name several columns have: the first is the
  /// first, and so on, if there are as many in both.
  Optional<Integer> twin(SchemaIndex other, int place) {
    String name = other.schema.fields().get(place).name();
    List<Integer> here = all(name);
    List<Integer> there = other.all(name);
    return here.size() == there.size()
        ? Optional.of(here.get(there.indexOf(place)))
        : Optional.empty();
  }

  private List<Integer> all(String name) {
    List<Field> fields = schema.fields();
    return IntStream.range(0, fields.size())
        .filter(place -> fields.get(place).name().equals(name))
        .boxed()
        .toList();
  }

  private String columns() {
    List<Field> fields = schema.fields();
    return fields.stream().limit(LISTED).map(Field::toString).collect(Collectors.joining(", "))
        + (fields.size() > LISTED ? ", and " + (fields.size() - LISTED) + " more" : "");
  }

  /// The nearest name, if it is near enough to be a slip: a third of the letters, at least one.
  private String guess(String name) {
    int limit = Math.max(1, name.length() / 3);
    Optional<String> nearest =
        places.keySet().stream()
            .filter(other -> distance(name, other) <= limit)
            .min(
                java.util.Comparator.<String>comparingInt(other -> distance(name, other))
                    .thenComparing(java.util.Comparator.naturalOrder()));
    return nearest.map(other -> " (did you mean '" + other + "'?)").orElse("");
  }

  /// Edit distance with swaps of neighbours (optimal string alignment), without case.
  private static int distance(String left, String right) {
    if (Math.abs(left.length() - right.length()) > left.length()) {
      return Integer.MAX_VALUE;
    }
    int[][] cost = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cost(cost, left, right, i, j);
      }
    }
    return cost[left.length()][right.length()];
  }

  private static int cost(int[][] cost, String left, String right, int i, int j) {
    boolean same = sameLetter(left, i - 1, right, j - 1);
    int best =
        Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1
            && j > 1
            && sameLetter(left, i - 1, right, j - 2)
            && sameLetter(left, i - 2, right, j - 1);
    return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
  }

  private static boolean sameLetter(String left, int i, String right, int j) {
    return Character.toLowerCase(left.charAt(i)) == Character.toLowerCase(right.charAt(j));
  }
}
