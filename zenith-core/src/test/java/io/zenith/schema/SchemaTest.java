package io.zenith.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SchemaTest {
  private static final DataType INT = new DataType.Int(32, true);

  @Test
  void typesPrintInArrowsNotation() {
    Map<DataType, String> types = new LinkedHashMap<>();
    types.put(new DataType.Bool(), "bool");
    types.put(new DataType.Int(8, true), "int8");
    types.put(new DataType.Int(64, false), "uint64");
    types.put(new DataType.FloatingPoint(16), "float16");
    types.put(new DataType.Decimal(38, -2, 128), "decimal128(38, -2)");
    types.put(new DataType.Utf8(), "utf8");
    types.put(new DataType.Binary(), "binary");
    types.put(new DataType.FixedSizeBinary(16), "fixed_size_binary[16]");
    types.put(new DataType.Date(32), "date32[day]");
    types.put(new DataType.Date(64), "date64[ms]");
    types.put(new DataType.Time(TimeUnit.MILLISECOND), "time32[ms]");
    types.put(new DataType.Time(TimeUnit.NANOSECOND), "time64[ns]");
    types.put(
        new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.of("UTC")), "timestamp[us, UTC]");
    types.put(new DataType.Timestamp(TimeUnit.SECOND, Optional.empty()), "timestamp[s]");
    types.put(new DataType.Duration(TimeUnit.SECOND), "duration[s]");
    types.put(new DataType.List(Field.of("item", INT)), "list<int32>");
    types.put(new DataType.FixedSizeList(Field.of("item", INT), 3), "fixed_size_list<int32>[3]");
    types.put(
        new DataType.Struct(List.of(Field.of("a", INT), Field.of("b", new DataType.Utf8()))),
        "struct<a: int32, b: utf8>");
    types.put(
        new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), true),
        "dictionary<int8, utf8, ordered>");
    Field item = Field.of("item", INT);
    types.put(new DataType.Null(), "null");
    types.put(new DataType.LargeUtf8(), "large_utf8");
    types.put(new DataType.Utf8View(), "utf8_view");
    types.put(new DataType.LargeBinary(), "large_binary");
    types.put(new DataType.BinaryView(), "binary_view");
    types.put(new DataType.Interval(IntervalUnit.MONTH_DAY_NANO), "interval[month_day_nano]");
    types.put(new DataType.LargeList(item), "large_list<int32>");
    types.put(new DataType.ListView(item), "list_view<int32>");
    types.put(new DataType.LargeListView(item), "large_list_view<int32>");
    types.put(
        new DataType.Map(Field.of("entries", new DataType.Struct(List.of(item, item))), true),
        "map<int32, int32, keys_sorted>");
    types.put(
        new DataType.Union(
            UnionMode.SPARSE, List.of(0, 5), List.of(Field.of("a", INT), Field.of("b", INT))),
        "sparse_union<a: int32=0, b: int32=5>");
    types.put(
        new DataType.RunEndEncoded(Field.of("run_ends", INT), item),
        "run_end_encoded<int32, int32>");
    types.forEach((type, text) -> assertEquals(text, type.toString()));
  }

  @Test
  void widthsThatDoNotExistAreRefusedWithThoseThatDo() {
    refused("integer of 7 bits; allowed: 8, 16, 32, 64", () -> new DataType.Int(7, true));
    refused("float of 8 bits; allowed: 16, 32, 64", () -> new DataType.FloatingPoint(8));
    refused("decimal of 16 bits; allowed: 32, 64, 128, 256", () -> new DataType.Decimal(5, 0, 16));
    refused("decimal32 of 10 digits; allowed: 1 to 9", () -> new DataType.Decimal(10, 0, 32));
    refused("decimal64 of 19 digits; allowed: 1 to 18", () -> new DataType.Decimal(19, 0, 64));
    refused("decimal256 of 77 digits; allowed: 1 to 76", () -> new DataType.Decimal(77, 0, 256));
    refused("decimal128 of 0 digits; allowed: 1 to 38", () -> new DataType.Decimal(0, 0, 128));
    refused("decimal128 of 39 digits; allowed: 1 to 38", () -> new DataType.Decimal(39, 0, 128));
    refused("date of 16 bits; allowed: 32, 64", () -> new DataType.Date(16));
    refused(
        "map of int32; its entries are structs of a key and a value",
        () -> new DataType.Map(Field.of("entries", INT), false));
    refused(
        "run ends of uint16; allowed: int16, int32, int64",
        () ->
            new DataType.RunEndEncoded(
                Field.of("run_ends", new DataType.Int(16, false)), Field.of("values", INT)));
    for (List<Integer> ids : List.of(List.of(1), List.of(1, 1), List.of(0, 128), List.of(-1, 0))) {
      refused(
          "union of 2 fields with the type ids " + ids + "; each has one of its own, 0 to 127",
          () ->
              new DataType.Union(
                  UnionMode.DENSE, ids, List.of(Field.of("a", INT), Field.of("b", INT))));
    }
    refused("fixed-size binary of -1 bytes; at least 0", () -> new DataType.FixedSizeBinary(-1));
    refused(
        "fixed-size list of -1 elements; at least 0",
        () -> new DataType.FixedSizeList(Field.of("item", INT), -1));
  }

  private static void refused(String message, Executable type) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, type).getMessage());
  }

  @Test
  void valuesCopyWhatTheyAreMadeOfAndKeepItsOrder() {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (String key : List.of("z", "a", "m")) {
      metadata.put(key, key);
    }
    Field field = new Field("f", INT, true, metadata);
    List<Field> fields = new ArrayList<>(List.of(field));
    Schema schema = new Schema(fields, metadata);
    DataType.Struct struct = new DataType.Struct(fields);
    metadata.clear();
    fields.clear();
    assertEquals(List.of("z", "a", "m"), List.copyOf(field.metadata().keySet()));
    assertEquals(List.of("z", "a", "m"), List.copyOf(schema.metadata().keySet()));
    assertEquals(List.of(field), schema.fields());
    assertEquals(List.of(field), struct.children());
    assertThrows(UnsupportedOperationException.class, () -> field.metadata().put("k", "v"));
  }

  @Test
  void valuesCompareByContent() {
    assertEquals(new DataType.Int(32, true), INT);
    assertNotEquals(new DataType.Int(32, false), INT);
    assertEquals(Schema.of(Field.of("a", INT)), Schema.of(Field.of("a", INT)));
    assertNotEquals(Schema.of(Field.of("a", INT)), Schema.of(Field.of("b", INT)));
    assertNotEquals(Field.of("a", INT), new Field("a", INT, false, Map.of()));
  }

  @Test
  void aSchemaPrintsALineAColumn() {
    Field required = new Field("u", INT, false, Map.of("ARROW:extension:name", "example.id"));
    assertEquals(
        "Schema of 2 columns\n  a int32\n  u int32 not null (example.id)",
        Schema.of(Field.of("a", INT), required).toString());
    assertEquals("Schema of 0 columns", Schema.of().toString());
    Field[] many = new Field[30];
    Arrays.fill(many, required);
    String text = Schema.of(many).toString();
    assertEquals(19, text.lines().count());
    assertEquals("  ... 13 more", text.substring(text.lastIndexOf('\n') + 1));
  }

  /// A type more is a change for everyone who switches over all of them.
  @Test
  void theTypesAreThese() {
    assertEquals(
        "Binary BinaryView Bool Date Decimal Dictionary Duration FixedSizeBinary FixedSizeList"
            + " FloatingPoint Int Interval LargeBinary LargeList LargeListView LargeUtf8 List"
            + " ListView Map Null RunEndEncoded Struct Time Timestamp Union Utf8 Utf8View",
        String.join(
            " ",
            Arrays.stream(DataType.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .sorted()
                .toList()));
  }
}
