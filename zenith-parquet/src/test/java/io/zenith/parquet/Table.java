package io.zenith.parquet;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.TimeUnit;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Row;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All values of a dataset, by column. Times of any unit are equal if they are the same moment.
final class Table {
  private static final long DAY_MILLIS = 86_400_000;

  private Table() {}

  /// Reads all rows.
  static Map<String, List<@Nullable Object>> read(Dataset dataset, int batchSize) {
    Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
    try (DataLoader loader = dataset.loader(batchSize).build()) {
      for (Batch batch : loader) {
        for (int place = 0; place < loader.schema().fields().size(); place++) {
          Field field = loader.schema().fields().get(place);
          for (Object value : ColumnValues.of(batch.column(place))) {
            columns
                .computeIfAbsent(field.name(), _ -> new ArrayList<>())
                .add(same(field.type(), value));
          }
        }
      }
    }
    return columns;
  }

  private static @Nullable Object same(DataType type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type) {
      case DataType.Timestamp(TimeUnit unit, var _) -> nanos(unit, (Long) value);
      case DataType.Time(TimeUnit unit) -> nanos(unit, (Long) value);
      case DataType.Duration(TimeUnit unit) -> nanos(unit, (Long) value);
      case DataType.Date(int bits) ->
          nanos(TimeUnit.MILLISECOND, bits == 64 ? (Long) value : DAY_MILLIS * (Long) value);
      case DataType.Dictionary dictionary -> same(dictionary.value(), value);
      case DataType.List list -> all(list.element(), (List<?>) value);
      case DataType.LargeList list -> all(list.element(), (List<?>) value);
      case DataType.ListView list -> all(list.element(), (List<?>) value);
      case DataType.LargeListView list -> all(list.element(), (List<?>) value);
      case DataType.FixedSizeList list -> all(list.element(), (List<?>) value);
      case DataType.Map map -> all(map.entries(), (List<?>) value);
      case DataType.Struct struct -> {
        List<@Nullable Object> fields = new ArrayList<>();
        List<?> values = ((Row) value).values();
        for (int i = 0; i < struct.fields().size(); i++) {
          fields.add(same(struct.fields().get(i).type(), values.get(i)));
        }
        yield fields;
      }
      default -> value;
    };
  }

  private static List<@Nullable Object> all(Field element, List<?> values) {
    List<@Nullable Object> all = new ArrayList<>();
    values.forEach(value -> all.add(same(element.type(), value)));
    return all;
  }

  private static BigInteger nanos(TimeUnit unit, long value) {
    long nanos =
        switch (unit) {
          case SECOND -> 1_000_000_000;
          case MILLISECOND -> 1_000_000;
          case MICROSECOND -> 1_000;
          case NANOSECOND -> 1;
        };
    return BigInteger.valueOf(value).multiply(BigInteger.valueOf(nanos));
  }
}
