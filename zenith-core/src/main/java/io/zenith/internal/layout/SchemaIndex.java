package io.zenith.internal.layout;

import io.zenith.internal.ErrorText;
import io.zenith.internal.Spelling;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Finds columns by name, and says what there is when a name is wrong.
public final class SchemaIndex {
  /// How many columns a message lists.
  private static final int LISTED = 20;

  /// The place of a name that several columns have.
  private static final int AMBIGUOUS = -1;

  public final Schema schema;
  private final Map<String, Integer> places = new HashMap<>();

  public SchemaIndex(Schema schema) {
    this.schema = schema;
    List<Field> fields = schema.fields();
    for (int i = 0; i < fields.size(); i++) {
      places.merge(fields.get(i).name(), i, (_, _) -> AMBIGUOUS);
    }
  }

  /// The place of a column.
  ///
  /// @throws IllegalArgumentException if no column, or more than one, has that name
  public int of(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw unknown(name, Spelling.nearest(name, places.keySet()));
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

  /// Says what there is when there is no column of a name.
  ///
  /// @param meant what may have been meant
  IllegalArgumentException unknown(String name, Optional<String> meant) {
    return new IllegalArgumentException(
        ErrorText.printable(
            "no column '" + name + "'" + Spelling.question(meant) + "; columns: " + columns()));
  }

  /// The place of the only column of that name, if there is one.
  public Optional<Integer> find(String name) {
    return Optional.ofNullable(places.get(name)).filter(place -> place != AMBIGUOUS);
  }

  /// The place here of a column of another schema whose name several columns have: the first is the
  /// first, and so on, if there are as many in both.
  public Optional<Integer> twin(SchemaIndex other, int place) {
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
    return list(schema.fields());
  }

  /// Some fields, for a message.
  static String list(List<Field> fields) {
    return fields.stream().limit(LISTED).map(Field::toString).collect(Collectors.joining(", "))
        + (fields.size() > LISTED ? ", and " + (fields.size() - LISTED) + " more" : "");
  }
}
