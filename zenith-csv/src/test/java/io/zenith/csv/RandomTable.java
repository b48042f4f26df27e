package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.schema.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A random table, and the texts of its values.
///
/// @param rows how many there are
record RandomTable(List<Column> columns, int rows) {
  private static final int MOST_COLUMNS = 6;
  private static final int MOST_ROWS = 40;
  private static final int MOST_DIGITS = 38;

  /// One column.
  ///
  /// @param type what its values are
  /// @param found the type by which text is known to have such values; nothing if it has to be
  ///   given
  /// @param cells its values; nothing where they are null
  record Column(
      String name, DataType type, Optional<DataType> found, List<Optional<SpelledValue>> cells) {
    /// Whether it is text; so is a column that is found to have no values.
    boolean isText() {
      return switch (found.orElse(type)) {
        case DataType.Utf8 _,
            DataType.LargeUtf8 _,
            DataType.Binary _,
            DataType.LargeBinary _,
            DataType.Dictionary _ ->
            true;
        default -> false;
      };
    }

    /// Its values.
    List<@Nullable Object> values() {
      List<@Nullable Object> values = new ArrayList<>();
      cells.forEach(cell -> values.add(cell.map(SpelledValue::value).orElse(null)));
      return values;
    }
  }

  /// Any table that can be written so.
  static RandomTable of(Writing writing, SplittableRandom random) {
    int columns = 1 + random.nextInt(MOST_COLUMNS);
    // Without a header and names it is the first record that says how many columns there are.
    int least = writing.header() || writing.named() ? 0 : 1;
    int rows = random.nextInt(10) == 0 ? least : least + random.nextInt(MOST_ROWS);
    boolean hasWords = writing.nulls().stream().anyMatch(word -> !word.isEmpty());
    // A line without a byte is no record.
    boolean mayHaveNulls = columns > 1 || hasWords;
    List<Column> made = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      String name =
          writing.header() || writing.named()
              ? SpelledValue.text(writing, random).value() + String.valueOf(i)
              : "f" + i;
      made.add(column(name, rows, mayHaveNulls, writing, random));
    }
    return new RandomTable(made, rows);
  }

  private static Column column(
      String name, int rows, boolean mayHaveNulls, Writing writing, SplittableRandom random) {
    boolean isFound = random.nextBoolean();
    DataType type = isFound ? foundType(random) : givenType(writing, random);
    boolean isNull = mayHaveNulls && random.nextInt(10) == 0;
    boolean hasNulls = mayHaveNulls && random.nextBoolean();
    List<Optional<SpelledValue>> cells = new ArrayList<>();
    boolean isKnown = false;
    for (int row = 0; row < rows; row++) {
      if (isNull || (hasNulls && random.nextInt(4) == 0)) {
        cells.add(Optional.empty());
        continue;
      }
      SpelledValue value = SpelledValue.of(type, isFound, writing, random);
      if (isFound && type instanceof DataType.Utf8 && !isKnown && !value.text().isEmpty()) {
        // What makes the column text.
        value = SpelledValue.ofText("~" + value.text());
      }
      isKnown |= !value.text().isEmpty();
      cells.add(Optional.of(value));
    }
    Optional<DataType> found =
        isFound ? Optional.of(isKnown ? type : new DataType.Utf8()) : Optional.empty();
    return new Column(name, type, found, cells);
  }

  /// A type that is found by looking at values.
  private static DataType foundType(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> new DataType.Bool();
      case 1 -> new DataType.Int(64, true);
      case 2 -> new DataType.FloatingPoint(64);
      case 3 -> new DataType.Date(32);
      case 4 -> new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.empty());
      case 5 -> new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.of("UTC"));
      default -> new DataType.Utf8();
    };
  }

  private static DataType givenType(Writing writing, SplittableRandom random) {
    List<TimeUnit> units = List.of(TimeUnit.values());
    TimeUnit unit = units.get(random.nextInt(units.size()));
    return switch (random.nextInt(14)) {
      case 0 -> new DataType.Bool();
      case 1, 2 -> new DataType.Int(8 << random.nextInt(4), random.nextBoolean());
      case 3 -> new DataType.FloatingPoint(32);
      case 4 -> new DataType.FloatingPoint(64);
      case 5 -> {
        int precision = 1 + random.nextInt(MOST_DIGITS);
        yield new DataType.Decimal(precision, random.nextInt(precision + 1), 128);
      }
      case 6 -> new DataType.Date(random.nextBoolean() ? 32 : 64);
      case 7 -> new DataType.Time(unit);
      case 8 -> new DataType.Timestamp(unit, Optional.empty());
      case 9 -> new DataType.Timestamp(unit, Optional.of("Europe/Paris"));
      case 10 -> random.nextBoolean() ? new DataType.Utf8() : new DataType.LargeUtf8();
      case 11 -> new DataType.Dictionary(new DataType.Int(32, true), new DataType.Utf8(), false);
      // PyArrow reads no `float16` from text.
      case 12 -> new DataType.FloatingPoint(writing.plain() ? 32 : 16);
      default -> random.nextBoolean() ? new DataType.Binary() : new DataType.LargeBinary();
    };
  }

  List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /// The schema with all types given.
  Schema schema() {
    return new Schema(
        columns.stream().map(column -> Field.of(column.name, column.type)).toList(), Map.of());
  }

  /// The types that have to be given.
  Schema needed() {
    return new Schema(
        columns.stream()
            .filter(column -> column.found.isEmpty())
            .map(column -> Field.of(column.name, column.type))
            .toList(),
        Map.of());
  }

  /// The schema if no others are given.
  Schema found() {
    return new Schema(
        columns.stream()
            .map(column -> Field.of(column.name, column.found.orElse(column.type)))
            .toList(),
        Map.of());
  }

  /// The values of each column.
  List<List<@Nullable Object>> values() {
    return columns.stream().map(Column::values).toList();
  }
}
