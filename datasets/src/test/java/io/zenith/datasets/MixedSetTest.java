package io.zenith.datasets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MixedSetTest {
  private static final int ROWS = 3_000;

  private static ArrowRows mixed;

  @BeforeAll
  static void write(@TempDir Path folder) throws IOException {
    mixed = ArrowRows.read(GeneratedSet.MIXED.write(folder, ROWS, 11, rows -> {}));
  }

  @Test
  void everyTypeIsThere() {
    assertEquals(
        List.of(
            "row: Int(64, true) not null",
            "bool: Bool",
            "int8: Int(8, true)",
            "int16: Int(16, true)",
            "int32: Int(32, true)",
            "int64: Int(64, true)",
            "uint8: Int(8, false)",
            "uint16: Int(16, false)",
            "uint32: Int(32, false)",
            "uint64: Int(64, false)",
            "float16: FloatingPoint(HALF)",
            "float32: FloatingPoint(SINGLE)",
            "float64: FloatingPoint(DOUBLE)",
            "decimal128: Decimal(38, 9, 128)",
            "date32: Date(DAY)",
            "date64: Date(MILLISECOND)",
            "time32_s: Time(SECOND, 32)",
            "time32_ms: Time(MILLISECOND, 32)",
            "time64_us: Time(MICROSECOND, 64)",
            "time64_ns: Time(NANOSECOND, 64)",
            "timestamp_s: Timestamp(SECOND, null)",
            "timestamp_ms_utc: Timestamp(MILLISECOND, UTC)",
            "timestamp_us: Timestamp(MICROSECOND, null)",
            "timestamp_us_paris: Timestamp(MICROSECOND, Europe/Paris)",
            "timestamp_ns_offset: Timestamp(NANOSECOND, +05:30)",
            "duration_s: Duration(SECOND)",
            "duration_ms: Duration(MILLISECOND)",
            "duration_us: Duration(MICROSECOND)",
            "duration_ns: Duration(NANOSECOND)",
            "utf8: Utf8",
            "binary: Binary",
            "fixed_size_binary: FixedSizeBinary(7)",
            "uuid: FixedSizeBinary(16)",
            "list_float32: List<item: FloatingPoint(SINGLE) not null>",
            "list_utf8: List<item: Utf8>",
            "fixed_size_list_float32: FixedSizeList(4)<item: FloatingPoint(SINGLE)>",
            "struct: Struct<a: Int(32, true), b: Utf8>",
            "dictionary_int8: Int(8, true)[dictionary: 1]",
            "dictionary_int16: Int(16, true)[dictionary: 2]",
            "dictionary_int32: Int(32, true)[dictionary: 3]"),
        mixed.schema().getFields().stream().map(Field::toString).toList());
  }

  @Test
  void extensionTypeIsNamedInTheMetadata() {
    assertEquals(
        "arrow.uuid", mixed.schema().findField("uuid").getMetadata().get("ARROW:extension:name"));
  }

  @Test
  void aboutATenthOfEachNullableColumnIsNull() {
    for (Field field : mixed.schema().getFields()) {
      long nulls = mixed.column(field.getName()).stream().filter("null"::equals).count();
      long least = field.isNullable() ? ROWS * 7 / 100 : 0;
      long most = field.isNullable() ? ROWS * 13 / 100 : 0;
      assertTrue(least <= nulls && nulls <= most, () -> field + " has " + nulls + " nulls");
    }
  }

  @Test
  void extremeNumbersOccur() {
    assertOccur("int64", "-9223372036854775808", "9223372036854775807", "0", "-1");
    assertOccur("int8", "-128", "127");
    assertOccur("uint64", "-1");
    assertOccur("float32", "NaN", "Infinity", "-Infinity", "-0.0", "1.4E-45", "3.4028235E38");
    assertOccur("float64", "NaN", "Infinity", "-Infinity", "-0.0", "4.9E-324");
    assertOccur("decimal128", "99999999999999999999999999999.999999999");
  }

  @Test
  void oddTextsOccur() {
    assertOccur("utf8", "", "Grüße", "日本語", "🦊 und 🌍", "nul\u0000inside", "line\nbreak");
  }

  private static void assertOccur(String column, String... values) {
    Set<String> missing = new HashSet<>(List.of(values));
    missing.removeAll(mixed.column(column));
    assertEquals(Set.of(), missing);
  }
}
