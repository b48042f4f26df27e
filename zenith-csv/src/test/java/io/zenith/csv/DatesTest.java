package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Dates, against `LocalDate`.
final class DatesTest {
  private static final Pattern GRAMMAR = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})");

  private static long expected(String text) {
    Matcher date = GRAMMAR.matcher(text);
    try {
      return date.matches()
          ? LocalDate.of(
                  Integer.parseInt(date.group(1)),
                  Integer.parseInt(date.group(2)),
                  Integer.parseInt(date.group(3)))
              .toEpochDay()
          : Dates.INVALID;
    } catch (DateTimeException e) {
      return Dates.INVALID;
    }
  }

  private static void check(String text, SplittableRandom random) {
    check(expected(text), text, random);
  }

  private static void check(long expected, String text, SplittableRandom random) {
    long days = FieldText.of(text, random).value(Dates::days);
    if (days != expected) {
      assertEquals(expected, days, "of '" + text + "'");
    }
  }

  @Test
  void allDaysOfTenThousandYears() {
    SplittableRandom random = new SplittableRandom(1);
    LocalDate last = LocalDate.of(9999, 12, 31);
    // Every day of the years around leap years of all kinds, and every eleventh day of the others.
    for (LocalDate date = LocalDate.of(0, 1, 1); !date.isAfter(last); ) {
      check(date.toEpochDay(), date.toString(), random);
      int century = date.getYear() % 100;
      date = date.plusDays(century < 5 || century > 98 ? 1 : 11);
    }
    check(last.toEpochDay(), last.toString(), random);
  }

  @Test
  void allMonthsAndDaysThatCanBeWritten() {
    SplittableRandom random = new SplittableRandom(1);
    for (String year : new String[] {"0000", "1900", "2000", "2023", "2024", "9999"}) {
      for (int month = 0; month < 100; month++) {
        for (int day = 0; day < 100; day++) {
          check(year + "-" + TimeTexts.twoDigits(month) + "-" + TimeTexts.twoDigits(day), random);
        }
      }
    }
  }

  @Test
  void anyByteAtAnyPlace() {
    SplittableRandom random = new SplittableRandom(1);
    String date = "2024-02-29";
    for (int place = 0; place < date.length(); place++) {
      for (char intruder = 0; intruder < 256; intruder++) {
        check(date.substring(0, place) + intruder + date.substring(place + 1), random);
      }
    }
  }

  @Test
  void changedTexts() {
    Property.check(
        100_000,
        (random, _) -> {
          String date = LocalDate.ofEpochDay(random.nextInt(-700_000, 2_900_000)).toString();
          check(FieldText.mutated(date, "0012345678--T ", random), random);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2024",
        "2024-02",
        "2024-2-9",
        "2024-02-9",
        "24-02-09",
        "02024-02-09",
        "-2024-02-09",
        "2024/02/09",
        "20240209",
        "2024-02-09 ",
        "2024-02-09T",
        "2023-02-29",
        "1900-02-29"
      })
  void whatIsNoDate(String text) {
    for (int i = 0; i < 100; i++) {
      check(Dates.INVALID, text, new SplittableRandom(i));
    }
  }

  @Test
  void sharedFile() throws IOException {
    for (String line : Files.readAllLines(SharedFiles.require("conformance/csv/dates.csv"))) {
      for (String text : line.split(",", -1)) {
        check(text, new SplittableRandom(1));
      }
    }
  }
}
