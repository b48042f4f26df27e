package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.schema.TimeUnit;
import io.zenith.testkit.Property;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Times of day, against `LocalTime`.
final class TimesTest {
  private final Map<TimeUnit, Times> times = new EnumMap<>(TimeUnit.class);

  TimesTest() {
    for (TimeUnit unit : TimeUnit.values()) {
      times.put(unit, new Times(unit));
    }
  }

  private void check(String text, SplittableRandom random) {
    times.forEach((unit, parser) ->
        assertEquals(
            TimeTexts.timeValue(text, unit).map(BigInteger::longValueExact).orElse(Times.INVALID),
            FieldText.of(text, random).value(parser::value),
            () -> "'" + text + "' in " + unit));
  }

  @Test
  void textsOfAllShapes() {
    Property.check(20_000, (random, _) -> check(TimeTexts.time(random), random));
  }

  @Test
  void changedTexts() {
    Property.check(
        20_000,
        (random, _) ->
            check(FieldText.mutated(TimeTexts.time(random), "0123456789::. Z", random), random));
  }

  @Test
  void anyByteAtAnyPlace() {
    SplittableRandom random = new SplittableRandom(1);
    for (String time : new String[] {"23:59", "12:34:56", "01:02:03.123456789"}) {
      for (int place = 0; place < time.length(); place++) {
        for (char intruder = 0; intruder < 256; intruder++) {
          check(time.substring(0, place) + intruder + time.substring(place + 1), random);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "12",
        "12:",
        "12:3",
        "1:30",
        "12:30:",
        "12:30:4",
        "12:30:45.",
        "12:30:45,5",
        "12:30:45.1234567890",
        "24:00",
        "23:60",
        "23:59:60",
        "12:30Z",
        "T12:30",
        "12:30.5"
      })
  void whatIsNoTime(String text) {
    for (TimeUnit unit : TimeUnit.values()) {
      for (int i = 0; i < 100; i++) {
        FieldText field = FieldText.of(text, new SplittableRandom(i));
        assertEquals(Times.INVALID, field.value(new Times(unit)::value));
      }
    }
  }
}
