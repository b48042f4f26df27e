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
    types.forEach((type, text) -> assertEquals(text, type.toString()));
  }

  @Test
  void widthsThatDoNotExistAreRefusedWithThoseThatDo() {
    refused("integer of 7 bits; allowed: 8, 16, 32, 64", () -> new DataType.Int(7, true));
    refused("float of 8 bits; allowed: 16, 32, 64", () -> new DataType.FloatingPoint(8));
    refused("decimal of 64 bits; allowed: 128", () -> new DataType.Decimal(5, 0, 64));
    refused("decimal128 of 0 digits; allowed: 1 to 38", () -> new DataType.Decimal(0, 0, 128));
    refused("decimal128 of 39 digits; allowed: 1 to 38", () -> new DataType.Decimal(39, 0, 128));
    refused("date of 16 bits; allowed: 32, 64", () -> new DataType.Date(16));
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
        "Binary Bool Date Decimal Dictionary Duration FixedSizeBinary FixedSizeList FloatingPoint"
            + " Int List Struct Time Timestamp Utf8",
        String.join(
            " ",
            Arrays.stream(DataType.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .sorted()
                .toList()));
  }
}
