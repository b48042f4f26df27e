package io.zenith.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.zenith.Batch;
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
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Rows as JSON objects, one a line. Integers and floats are numbers (NaN and the infinities are
/// strings), lists are arrays, structs are objects, maps are arrays of objects of `key` and
/// `value`, intervals are objects of `months`, `days` and `nanos`, bytes are hex; decimals, dates
/// and times are the text that [Column#text] gives. How a value is stored does not show: one of a
/// union, of a run or of a dictionary is the value itself.
final class JsonRows {
  private final List<String> names;
  private final JsonGenerator json;

  JsonRows(Schema schema, JsonGenerator json) {
    this.names = distinct(schema.fields());
    this.json = json;
  }

  /// Writes one row.
  void write(Batch batch, int row) {
    try {
      json.writeStartObject();
      for (int i = 0; i < names.size(); i++) {
        json.writeFieldName(names.get(i));
        write(batch.column(i), row);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Arrow allows two columns of one name, JSON does not: the second `x` becomes `x#2`.
  private static List<String> distinct(List<Field> fields) {
    Set<String> taken = new HashSet<>();
    return fields.stream()
        .map(field -> {
          String name = field.name();
          for (int number = 2; !taken.add(name); number++) {
            name = field.name() + "#" + number;
          }
          return name;
        })
        .toList();
  }

  private void write(Column column, int row) throws IOException {
    if (column.isNull(row)) {
      json.writeNull();
      return;
    }
    switch (column) {
      case NullColumn _ -> json.writeNull();
      case BooleanColumn values -> json.writeBoolean(values.get(row));
      case ByteColumn values -> json.writeNumber(values.get(row));
      case ShortColumn values -> json.writeNumber(values.get(row));
      case IntColumn values -> writeInteger(column, row, values.getLong(row));
      case LongColumn values -> writeInteger(column, row, values.get(row));
      case HalfColumn values -> json.writeNumber(values.get(row));
      case FloatColumn values -> json.writeNumber(values.get(row));
      case DoubleColumn values -> json.writeNumber(values.get(row));
      case ListColumn maps when maps.field().type() instanceof DataType.Map ->
          writeMap((StructColumn) maps.get(row));
      case ListColumn lists -> writeList(lists.get(row));
      case FixedSizeListColumn lists -> writeList(lists.get(row));
      case StructColumn structs -> writeStruct(structs, row);
      case IntervalColumn intervals -> writeInterval(intervals, row);
      case UnionColumn unions -> write(unions.get(row), 0);
      case RunEndEncodedColumn runs -> write(runs.values(), runs.get(row));
      case DictionaryColumn values -> write(values.dictionary(), values.get(row));
      case DecimalColumn _, Utf8Column _, BinaryColumn _, FixedSizeBinaryColumn _ ->
          json.writeString(column.text(row));
    }
  }

  /// Dates, times and durations share these columns.
  private void writeInteger(Column column, int row, long value) throws IOException {
    if (!(column.field().type() instanceof DataType.Int integer)) {
      json.writeString(column.text(row));
    } else if (value < 0 && !integer.signed()) {
      json.writeNumber(new BigInteger(Long.toUnsignedString(value)));
    } else {
      json.writeNumber(value);
    }
  }

  private void writeList(Column elements) throws IOException {
    json.writeStartArray();
    for (int i = 0; i < elements.rows(); i++) {
      write(elements, i);
    }
    json.writeEndArray();
  }

  /// JSON allows text alone as a name, and a map may have a key twice.
  private void writeMap(StructColumn entries) throws IOException {
    Column keys = entries.column(0);
    Column values = entries.column(1);
    json.writeStartArray();
    for (int i = 0; i < entries.rows(); i++) {
      json.writeStartObject();
      json.writeFieldName("key");
      write(keys, i);
      json.writeFieldName("value");
      write(values, i);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeInterval(IntervalColumn intervals, int row) throws IOException {
    json.writeStartObject();
    json.writeNumberField("months", intervals.months(row));
    json.writeNumberField("days", intervals.days(row));
    json.writeNumberField("nanos", intervals.nanos(row));
    json.writeEndObject();
  }

  private void writeStruct(StructColumn structs, int row) throws IOException {
    List<String> fields = distinct(((DataType.Struct) structs.field().type()).fields());
    json.writeStartObject();
    for (int i = 0; i < fields.size(); i++) {
      json.writeFieldName(fields.get(i));
      write(structs.column(i), row);
    }
    json.writeEndObject();
  }
}
