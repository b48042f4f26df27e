package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.TimeUnit;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Row;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Values as text, for people.
class ColumnTextTest {

  private static void assertText(String expected, DataType type, Object value) throws Exception {
    try (OneBatch one = OneBatch.of(type, value)) {
      assertEquals(expected, one.batch().column("c").text(0));
    }
  }

  @Test
  void numbersTextAndBytesAreShownAsWritten() throws Exception {
    assertText("true", new DataType.Bool(), true);
    assertText("255", new DataType.Int(8, false), 255L);
    assertText("-1", new DataType.Int(16, true), -1L);
    assertText("4294967295", new DataType.Int(32, false), 4294967295L);
    assertText("18446744073709551615", new DataType.Int(64, false), -1L);
    assertText("1.5", new DataType.FloatingPoint(16), 1.5f);
    assertText("NaN", new DataType.FloatingPoint(32), Float.NaN);
    assertText("1.0E300", new DataType.FloatingPoint(64), 1e300);
    assertText("-0.000001", new DataType.Decimal(9, 6, 128), new BigDecimal("-0.000001"));
    assertText("a€", new DataType.Utf8(), "a€");
    assertText("00ff", new DataType.Binary(), Bytes.of((byte) 0, (byte) -1));
    assertText("00ff", new DataType.FixedSizeBinary(2), Bytes.of((byte) 0, (byte) -1));
    assertText("null", new DataType.Utf8(), null);
  }

  @Test
  void datesAndTimesAreShownAsCalendarsDo() throws Exception {
    assertText("2024-02-29", new DataType.Date(32), 19782L);
    assertText("1969-12-31", new DataType.Date(32), -1L);
    assertText("1969-12-31", new DataType.Date(64), -1L);
    assertText("00:00:01", new DataType.Time(TimeUnit.SECOND), 1L);
    assertText("23:59:59.999", new DataType.Time(TimeUnit.MILLISECOND), 86_399_999L);
    assertText("00:00:00.000001", new DataType.Time(TimeUnit.MICROSECOND), 1L);
    assertText("00:00:00.000000001", new DataType.Time(TimeUnit.NANOSECOND), 1L);
    assertText("5 us", new DataType.Duration(TimeUnit.MICROSECOND), 5L);
    Optional<String> none = Optional.empty();
    assertText("1970-01-01T00:00:00", new DataType.Timestamp(TimeUnit.SECOND, none), 0L);
    assertText(
        "1969-12-31T23:59:59.999999999", new DataType.Timestamp(TimeUnit.NANOSECOND, none), -1L);
    assertText(
        "1970-01-01T01:00:00+01:00",
        new DataType.Timestamp(TimeUnit.MILLISECOND, Optional.of("Europe/Paris")),
        0L);
  }

  @Test
  void whatNoCalendarHoldsIsShownAsStored() throws Exception {
    Optional<String> none = Optional.empty();
    assertText("-1 s", new DataType.Time(TimeUnit.SECOND), -1L);
    assertText("86400 s", new DataType.Time(TimeUnit.SECOND), 86_400L);
    assertText(
        Long.MIN_VALUE + " s", new DataType.Timestamp(TimeUnit.SECOND, none), Long.MIN_VALUE);
    assertText(
        "0 s Mars/Base", new DataType.Timestamp(TimeUnit.SECOND, Optional.of("Mars/Base")), 0L);
    assertText(
        Long.MAX_VALUE + " s UTC",
        new DataType.Timestamp(TimeUnit.SECOND, Optional.of("UTC")),
        Long.MAX_VALUE);
  }

  @Test
  void nestedValuesAreShownInTheirBrackets() throws Exception {
    Field number = Field.of("n", new DataType.Int(32, true));
    assertText("[1, null]", new DataType.List(number), Arrays.asList(1L, null));
    assertText("[1, 2]", new DataType.FixedSizeList(number, 2), List.of(1L, 2L));
    assertText("{n: 1}", new DataType.Struct(List.of(number)), Row.of(1L));
    assertText(
        "x", new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), false), "x");
  }
}
