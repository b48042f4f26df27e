package io.zenith.arrow;

import io.zenith.Batch;
import io.zenith.BinaryColumn;
import io.zenith.BooleanColumn;
import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DecimalColumn;
import io.zenith.DictionaryColumn;
import io.zenith.DoubleColumn;
import io.zenith.FixedSizeBinaryColumn;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import io.zenith.HalfColumn;
import io.zenith.IntColumn;
import io.zenith.ListColumn;
import io.zenith.LongColumn;
import io.zenith.ShortColumn;
import io.zenith.StructColumn;
import io.zenith.Utf8Column;
import io.zenith.schema.DataType;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// Values as Zenith reads them, as plain Java objects that compare exactly: whole numbers as [Long],
/// floats as their bits, bytes as hex, lists and structs as [List], null as null.
final class Values {
  private Values() {}

  /// All rows of a dataset, read in batches of some size.
  static List<List<Object>> rows(Dataset dataset, int batchSize) {
    List<List<Object>> rows = new ArrayList<>();
    try (DataLoader loader = dataset.loader(batchSize).build()) {
      for (Batch batch : loader) {
        addRows(batch, rows);
      }
    }
    return rows;
  }

  /// Adds the rows of a batch.
  static void addRows(Batch batch, List<List<Object>> rows) {
    int columns = batch.schema().fields().size();
    int first = rows.size();
    for (int row = 0; row < batch.rows(); row++) {
      rows.add(new ArrayList<>(columns));
    }
    for (int i = 0; i < columns; i++) {
      Column column = batch.column(i);
      for (int row = 0; row < batch.rows(); row++) {
        rows.get(first + row).add(value(column, row));
      }
    }
  }

  /// One value.
  static Object value(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    return switch (column) {
      case BooleanColumn booleans -> booleans.get(row);
      case ByteColumn bytes -> (long) bytes.get(row);
      case ShortColumn shorts -> (long) shorts.get(row);
      case IntColumn ints -> ints.getLong(row);
      case LongColumn longs -> longs.get(row);
      case HalfColumn halves -> Float.floatToRawIntBits(halves.get(row));
      case FloatColumn floats -> Float.floatToRawIntBits(floats.get(row));
      case DoubleColumn doubles -> Double.doubleToRawLongBits(doubles.get(row));
      case DecimalColumn decimals -> decimals.get(row);
      case Utf8Column strings -> strings.get(row);
      case BinaryColumn binaries -> HexFormat.of().formatHex(binaries.get(row));
      case FixedSizeBinaryColumn binaries -> HexFormat.of().formatHex(binaries.get(row));
      case ListColumn lists -> all(lists.get(row));
      case FixedSizeListColumn lists -> all(lists.get(row));
      case StructColumn structs -> {
        List<Object> fields = new ArrayList<>();
        int count = ((DataType.Struct) structs.field().type()).fields().size();
        for (int i = 0; i < count; i++) {
          fields.add(value(structs.column(i), row));
        }
        yield fields;
      }
      case DictionaryColumn dictionary -> value(dictionary.dictionary(), dictionary.get(row));
    };
  }

  private static List<Object> all(Column elements) {
    List<Object> values = new ArrayList<>(elements.rows());
    for (int i = 0; i < elements.rows(); i++) {
      values.add(value(elements, i));
    }
    return values;
  }
}
