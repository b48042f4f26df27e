package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.schema.TimeUnit;
import io.zenith.testkit.Property;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Timestamps, against `java.time`.
final class TimestampsTest {
  private final Map<TimeUnit, Timestamps> timestamps = new EnumMap<>(TimeUnit.class);

  TimestampsTest() {
    for (TimeUnit unit : TimeUnit.values()) {
      timestamps.put(unit, new Timestamps(unit));
    }
  }

  private static Optional<BigInteger> value(
      Timestamps parser, String text, SplittableRandom random) {
    return FieldText.of(text, random).isRead(parser::read)
        ? Optional.of(BigInteger.valueOf(parser.value()))
        : Optional.empty();
  }

  private void check(String text, SplittableRandom random) {
    timestamps.forEach((unit, parser) -> {
      Optional<BigInteger> expected =
          TimeTexts.timestampValue(text, unit).filter(value -> value.bitLength() < Long.SIZE);
      assertEquals(expected, value(parser, text, random), () -> "'" + text + "' in " + unit);
      if (expected.isPresent()) {
        assertEquals(text.matches(".*([Zz+]|:.*-).*"), parser.utc(), text);
        int point = text.indexOf('.');
        long decimals = text.substring(point + 1).chars().takeWhile(Character::isDigit).count();
        assertEquals(point < 0 ? 0 : decimals, parser.decimals(), text);
      }
    });
  }

  @Test
  void textsOfAllShapes() {
    Property.check(20_000, (random, _) -> check(TimeTexts.timestamp(random), random));
  }

  @Test
  void changedTexts() {
    Property.check(
        20_000,
        (random, _) ->
            check(
                FieldText.mutated(TimeTexts.timestamp(random), "0123456789::. TZz+-", random),
                random));
  }

  @Test
  void anyByteAtAnyPlace() {
    SplittableRandom random = new SplittableRandom(1);
    for (String text : new String[] {"2024-02-29 23:59", "1969-12-31T12:34:56.123456+01:30"}) {
      for (int place = 0; place < text.length(); place++) {
        for (char intruder = 0; intruder < 256; intruder++) {
          check(text.substring(0, place) + intruder + text.substring(place + 1), random);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1677-09-21T00:12:43.145224191",
        "1677-09-21T00:12:43.145224192",
        "1677-09-21T00:12:43.145224193",
        "2262-04-11T23:47:16.854775806",
        "2262-04-11T23:47:16.854775807",
        "2262-04-11T23:47:16.854775808",
        "1677-09-20T23:12:43.145224192-01:00",
        "0000-01-01T00:00+23:59",
        "9999-12-31T23:59-23:59",
        "9999-12-31T23:59:59.999999999",
        "2554-07-21T23:34:33.709551615",
        "2554-07-21T23:34:33.709551616",
        "2554-07-21T23:34:33.999999999",
        "1970-01-01 00:00",
        "1969-12-31 23:59:59.999999999"
      })
  void limits(String text) {
    check(text, new SplittableRandom(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2024-02-29",
        "2024-02-29T",
        "2024-02-29T12",
        "2024-02-29T12:3",
        "2024-02-29t12:30",
        "2024-02-29  12:30",
        "2024-02-29T12:30 Z",
        "2024-02-29T12:30+",
        "2024-02-29T12:30+0:30",
        "2024-02-29T12:30+24:00",
        "2024-02-29T12:30+00:60",
        "2024-02-29T12:30:60",
        "2024-02-29T24:00",
        "2023-02-29T12:30",
        "2024-02-29T12:30Z ",
        "2024-02-29T12:30+01:00:00"
      })
  void whatIsNoTimestamp(String text) {
    timestamps.forEach((_, parser) -> {
      for (int i = 0; i < 100; i++) {
        assertEquals(Optional.empty(), value(parser, text, new SplittableRandom(i)));
      }
    });
  }

  @ParameterizedTest
  @CsvSource({
    "SECOND, 2024-01-02 03:04:05.000, 1704164645",
    "SECOND, 2024-01-02 03:04:05.001,",
    "MILLISECOND, 2024-01-02 03:04:05.12, 1704164645120",
    "MILLISECOND, 2024-01-02 03:04:05.1234,",
    "MICROSECOND, 2024-01-02 03:04:05.1234560, 1704164645123456",
    "MICROSECOND, 2024-01-02 03:04:05.1234567,",
    "NANOSECOND, 2024-01-02 03:04:05.123456789, 1704164645123456789"
  })
  void nothingIsRounded(TimeUnit unit, String text, BigInteger value) {
    assertEquals(
        Optional.ofNullable(value), value(new Timestamps(unit), text, new SplittableRandom(1)));
  }

  @Test
  void sharedFile() throws IOException {
    for (String text : Files.readAllLines(SharedFiles.require("conformance/csv/timestamps.csv"))) {
      check(text, new SplittableRandom(1));
    }
  }
}
