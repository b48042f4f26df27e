package io.zenith.testkit;

import io.zenith.BinaryColumn;
import io.zenith.BooleanColumn;
import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.DecimalColumn;
import io.zenith.DictionaryColumn;
import io.zenith.DoubleColumn;
import io.zenith.FixedSizeBinaryColumn;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import io.zenith.HalfColumn;
import io.zenith.IntColumn;
import io.zenith.IntervalColumn;
import io.zenith.ListColumn;
import io.zenith.LongColumn;
import io.zenith.NullColumn;
import io.zenith.RunEndEncodedColumn;
import io.zenith.ShortColumn;
import io.zenith.StructColumn;
import io.zenith.UnionColumn;
import io.zenith.Utf8Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Columns as plain Java values, read one by one: what a test compares.
///
/// Whole numbers, dates and times are a [Long] (as stored for 64 bits), `float16` a [Float], binary
/// values [Bytes], lists a [List], structs a [Row], intervals a [Row] of months, days and nanos,
/// union values a [Row] of type id and value, dictionary values themselves; null is null.
public final class ColumnValues {
  private ColumnValues() {}

  /// The values of all rows.
  public static List<Object> of(Column column) {
    IntFunction<Object> reader = reader(column);
    List<Object> values = new ArrayList<>(column.rows());
    for (int row = 0; row < column.rows(); row++) {
      values.add(column.isNull(row) ? null : reader.apply(row));
    }
    return values;
  }

  private static IntFunction<Object> reader(Column column) {
    return switch (column) {
      case NullColumn _ ->
          _ -> {
            throw new AssertionError("a value of a null column");
          };
      case BooleanColumn booleans -> booleans::get;
      case ByteColumn bytes -> row -> (long) bytes.get(row);
      case ShortColumn shorts -> row -> (long) shorts.get(row);
      case IntColumn ints -> ints::getLong;
      case LongColumn longs -> longs::get;
      case HalfColumn halves -> halves::get;
      case FloatColumn floats -> floats::get;
      case DoubleColumn doubles -> doubles::get;
      case DecimalColumn decimals -> decimals::get;
      case IntervalColumn intervals ->
          row ->
              new Row(
                  List.of(
                      (long) intervals.months(row),
                      (long) intervals.days(row),
                      intervals.nanos(row)));
      case Utf8Column strings -> strings::get;
      case BinaryColumn binaries -> row -> Bytes.of(binaries.get(row));
      case FixedSizeBinaryColumn binaries -> row -> Bytes.of(binaries.get(row));
      case ListColumn lists -> row -> of(lists.get(row));
      case FixedSizeListColumn lists -> row -> of(lists.get(row));
      case StructColumn structs -> rows(structs);
      case UnionColumn unions ->
          row -> {
            Object value = of(unions.get(row)).getFirst();
            return value == null ? null : new Row(List.of((long) unions.typeId(row), value));
          };
      case RunEndEncodedColumn runs -> {
        List<Object> values = of(runs.values());
        yield row -> values.get(runs.get(row));
      }
      case DictionaryColumn dictionary -> {
        List<Object> values = of(dictionary.dictionary());
        yield row -> values.get(dictionary.get(row));
      }
    };
  }

  private static IntFunction<Object> rows(StructColumn structs) {
    List<List<Object>> fields =
        IntStream.range(0, structs.field().type().children().size())
            .mapToObj(field -> of(structs.column(field)))
            .toList();
    return row -> {
      List<Object> values = new ArrayList<>();
      fields.forEach(field -> values.add(field.get(row)));
      return new Row(values);
    };
  }
}
