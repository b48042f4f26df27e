package io.zenith.parquet;

import static java.util.Objects.requireNonNull;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.testkit.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A random field inside of a column, at any depth, or the column itself.
///
/// @param path what it is selected by
/// @param cut what is left of a value of the column
record SelectedPart(String path, UnaryOperator<@Nullable Object> cut) {

  static SelectedPart of(Field field, SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      return new SelectedPart(field.name(), value -> value);
    }
    return switch (field.type()) {
      case DataType.Struct(List<Field> fields) -> {
        int place = random.nextInt(fields.size());
        SelectedPart part = of(fields.get(place), random);
        yield part.in(
            field.name(), value -> Row.of(part.cut.apply(((Row) value).values().get(place))));
      }
      case DataType.List(Field element) -> {
        SelectedPart part = of(element, random);
        yield part.in(field.name(), value -> each(value, part.cut));
      }
      case DataType.Map(Field entries, boolean _) -> {
        // A map keeps its keys.
        SelectedPart part = of(entries.type().children().get(1), random);
        yield part.in(
            field.name() + "." + entries.name(),
            value -> each(value, entry -> withKey((Row) requireNonNull(entry), part.cut)));
      }
      default -> new SelectedPart(field.name(), value -> value);
    };
  }

  private SelectedPart in(String outer, Function<Object, Object> values) {
    return new SelectedPart(
        outer + "." + path, value -> value == null ? null : values.apply(value));
  }

  private static List<@Nullable Object> each(Object list, UnaryOperator<@Nullable Object> cut) {
    List<@Nullable Object> values = new ArrayList<>();
    ((List<?>) list).forEach(value -> values.add(cut.apply(value)));
    return values;
  }

  private static Row withKey(Row entry, UnaryOperator<@Nullable Object> cut) {
    return Row.of(entry.values().getFirst(), cut.apply(entry.values().getLast()));
  }
}
