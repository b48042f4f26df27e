package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.Projection;
import io.zenith.testkit.Property;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilterTest {
  private static void isText(String expected, Filter filter) {
    assertEquals(expected, filter.toString());
    assertEquals(filter, Filter.parse(expected));
    assertEquals(filter.hashCode(), Filter.parse(expected).hashCode());
  }

  private static void isParsed(Filter expected, String text) {
    assertEquals(expected, Filter.parse(text), text);
  }

  private static void isRefused(String expected, String text) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Filter.parse(text), text).getMessage();
    assertEquals("filter, position " + expected, message);
  }

  @Test
  void everyFilterHasATextThatIsReadBack() {
    isText("label < 10", Filter.lt("label", 10));
    isText("label <= 10", Filter.le("label", 10L));
    isText("label > -10", Filter.gt("label", (byte) -10));
    isText(
        "label >= 18446744073709551615",
        Filter.ge("label", BigInteger.TWO.pow(64).subtract(BigInteger.ONE)));
    isText("x = 0.1", Filter.eq("x", 0.1));
    isText("x = 0.10000000149011612", Filter.eq("x", 0.1f));
    isText("x = 4611686018427387904", Filter.eq("x", 0x1p62));
    isText("x != nan", Filter.ne("x", Double.NaN));
    isText("x > -inf", Filter.gt("x", Float.NEGATIVE_INFINITY));
    isText("x < inf", Filter.lt("x", Double.POSITIVE_INFINITY));
    isText("x = 1E+300", Filter.eq("x", new BigDecimal("1e300")));
    isText("flag = true", Filter.eq("flag", true));
    isText("id = x'00ff'", Filter.eq("id", new byte[] {0, -1}));
    isText("x >= 1 and x <= 2", Filter.between("x", 1, 2));
    isText("name in ('a', 'it''s', '')", Filter.in("name", "a", "it's", ""));
    isText("name not in ('a', null)", Filter.not(Filter.in("name", "a", null)));
    isText("name in (null)", Filter.in("name", new Object[] {null}));
    isText("name startswith 'é'", Filter.startsWith("name", "é"));
    isText("a is null", Filter.isNull("a"));
    isText("a is not null", Filter.isNotNull("a"));
    isText("not a < 1", Filter.not(Filter.lt("a", 1)));
    isText("not not a < 1", Filter.not(Filter.not(Filter.lt("a", 1))));
    isText("\"a b\" = 1", Filter.eq("a b", 1));
    isText("\"\" = 1", Filter.eq("", 1));
    isText("\"\"\"\" = 1", Filter.eq("\"", 1));
    isText("\"Not\" = 1", Filter.eq("Not", 1));
    isText("\"1a\" = 1", Filter.eq("1a", 1));
    isText("größe.x_1 = 1", Filter.eq("größe.x_1", 1));
    isText(
        "a = 1 and (b = 2 or c = 3) and not (d = 4 and e = 5)",
        Filter.and(
            Filter.eq("a", 1),
            Filter.or(Filter.eq("b", 2), Filter.eq("c", 3)),
            Filter.not(Filter.and(Filter.eq("d", 4), Filter.eq("e", 5)))));
  }

  @Test
  void timesAreTheirIsoText() {
    isText("d = '2024-02-29'", Filter.eq("d", LocalDate.of(2024, 2, 29)));
    isText("d = '12:30'", Filter.eq("d", LocalTime.of(12, 30)));
    isText("d = '2024-02-29T12:30'", Filter.eq("d", LocalDateTime.of(2024, 2, 29, 12, 30)));
    isText("d = '1970-01-01T00:00:01Z'", Filter.eq("d", Instant.ofEpochSecond(1)));
    isText("d = 'PT1.5S'", Filter.eq("d", Duration.ofMillis(1_500)));
    Instant instant = Instant.parse("2024-02-29T12:00:00Z");
    assertEquals(Filter.eq("d", instant), Filter.eq("d", instant.atOffset(ZoneOffset.ofHours(3))));
    assertEquals(Filter.eq("d", instant), Filter.eq("d", instant.atZone(ZoneOffset.ofHours(3))));
  }

  @Test
  void parsingKnowsTheWordsOfSqlAndJava() {
    isParsed(
        Filter.and(Filter.lt("label", 10), Filter.startsWith("name", "a")),
        "label < 10 and name startswith 'a'");
    isParsed(Filter.eq("a", 1), "a == 1");
    isParsed(Filter.eq("a", 1), "(((a=+1.0)))");
    isParsed(Filter.ne("a", 1), " A<>1e0 ".replace('A', 'a'));
    isParsed(Filter.ne("a", 1), "not a = 1");
    isParsed(Filter.between("a", 1, 2), "a BETWEEN 1 AND 2");
    isParsed(Filter.not(Filter.between("a", 1, 2)), "a not between 1 and 2");
    isParsed(Filter.not(Filter.startsWith("a", "b")), "a not startswith 'b'");
    isParsed(Filter.not(Filter.in("a", 1)), "a NOT IN(1)");
    isParsed(Filter.eq("a", false), "a = FALSE");
    isParsed(Filter.eq("a", Double.NEGATIVE_INFINITY), "a = -INF");
    isParsed(Filter.eq("a", .5), "a=.5");
    isParsed(
        Filter.or(
            Filter.eq("a", 1),
            Filter.and(Filter.eq("b", 2), Filter.not(Filter.eq("c", 3))),
            Filter.eq("d", 4)),
        "a = 1 or b = 2 and not c = 3 or d = 4");
    isParsed(
        Filter.and(Filter.between("a", 1, 2), Filter.eq("b", 3)), "a between 1 and 2 and b = 3");
  }

  @Test
  void errorsNameThePositionAndWhatWasExpected() {
    String value = "a value such as 1.5, 'text', true or x'00ff'";
    isRefused("1: found the end, expected the name of a column", "");
    isRefused("5: found <, expected " + value, "x < < 1");
    isRefused("4: found the end, expected " + value, "x <");
    isRefused("5: found null, expected " + value + "; nulls are found by 'is null'", "x = null");
    isRefused("5: found y, expected " + value, "x = y");
    isRefused("7: found y, expected 'and', 'or' or the end", "x = 1 y");
    isRefused("1: found 10, expected the name of a column", "10 < x");
    isRefused(
        "1: found and, expected the name of a column, in double quotes if it is a word", "and = 1");
    isRefused("3: found ~, expected a name, a value or an operator", "x ~ 1");
    isRefused("3: found like, expected an operator such as '=', 'in' or 'is null'", "x like 'a'");
    isRefused("7: found like, expected 'between', 'in' or 'startswith'", "x not like 'a'");
    isRefused("6: found the end, expected ')'", "(x=1 ");
    isRefused("5: found 'abc, expected a ' at the end of what begins here", "x = 'abc");
    isRefused("5: found 12abc, expected a number", "x = 12abc");
    isRefused("5: found -, expected a number", "x = -");
    isRefused("5: found 1e999999999999, expected a number", "x = 1e999999999999");
    isRefused("5: found x'0', expected pairs of hexadecimal digits", "x = x'0'");
    isRefused("14: found 1, expected a text such as 'abc'", "x startswith 1");
    isRefused("7: found ), expected " + value, "x in ()");
    isRefused("15: found the end, expected 'and'", "x between 1  ".stripTrailing() + "   ");
  }

  @Test
  void hostileTextsAreRefusedInOneLine() {
    for (String text :
        List.of(
            "(".repeat(100_000),
            "not ".repeat(100_000) + "a = 1",
            "(".repeat(100_000) + "a=1" + ")".repeat(100_000),
            "a = 1 and (b = 1 or (".repeat(50_000),
            "a = " + "1".repeat(100_000),
            "a = 1e10001",
            "a = 1e-2147483647",
            "a = '\ud800'",
            "\u0000\n\r",
            "a = 1 \n x")) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> Filter.parse(text)).getMessage();
      assertTrue(message.startsWith("filter, position "), message);
      assertTrue(message.length() < 300 && message.lines().count() == 1, message);
    }
    String deep = "(".repeat(499) + "a = 1" + ")".repeat(499);
    assertEquals(Filter.eq("a", 1), Filter.parse(deep));
    Filter wide = Filter.parse("a = 1" + " or a = 2".repeat(10_000));
    assertEquals(wide, Filter.parse(wide.toString()));
  }

  @Test
  void noTextMakesAnErrorOfAnotherKind() {
    String[] words = {
      "a",
      "\"b c\"",
      "=",
      "<",
      ">=",
      "!",
      "(",
      ")",
      ",",
      "and",
      "or",
      "not",
      "in",
      "is",
      "null",
      "between",
      "startswith",
      "1",
      "-1.5e3",
      "'t'",
      "x'0f'",
      "true",
      "nan",
      "'",
      "\"",
      "😀",
      "-"
    };
    Property.check(
        20_000,
        (random, _) -> {
          StringBuilder text = new StringBuilder();
          for (int i = random.nextInt(12); i > 0; i--) {
            text.append(words[random.nextInt(words.length)])
                .append(random.nextInt(5) == 0 ? "" : " ");
          }
          Filter filter;
          try {
            filter = Filter.parse(text.toString());
          } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("filter, position "), e::getMessage);
            return;
          }
          assertEquals(filter, Filter.parse(filter.toString()));
        });
  }

  @Test
  void valuesThatNoColumnHasAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Filter.eq("a", List.of(1)));
    assertThrows(IllegalArgumentException.class, () -> Filter.in("a", new long[] {1, 2}));
    assertThrows(IllegalArgumentException.class, () -> Filter.in("a"));
    assertThrows(IllegalArgumentException.class, Filter::and);
    assertThrows(IllegalArgumentException.class, Filter::or);
    assertThrows(IllegalArgumentException.class, () -> Filter.eq("a", "\ud800"));
    assertThrows(
        IllegalArgumentException.class, () -> Filter.eq("a", new BigDecimal("1e-2147483647")));
    Filter deep = Filter.eq("a", 1);
    for (int i = 1; i < Filter.MOST_LEVELS; i++) {
      deep = Filter.not(deep);
    }
    Filter deepest = deep;
    assertEquals(deepest, Filter.parse(deepest.toString()));
    assertThrows(IllegalArgumentException.class, () -> Filter.not(deepest));
    assertThrows(IllegalArgumentException.class, () -> Filter.and(Filter.eq("b", 1), deepest));
  }

  @Test
  void filtersCompareByValue() {
    assertEquals(Filter.eq("a", 1), Filter.eq("a", new BigDecimal("1.00")));
    assertEquals(Filter.eq("a", 0), Filter.eq("a", -0.0));
    assertEquals(Filter.eq("a", new byte[] {1}), Filter.eq("a", new byte[] {1}));
    assertNotEquals(Filter.eq("a", 1), Filter.eq("a", "1"));
    assertNotEquals(Filter.eq("a", 1), Filter.eq("b", 1));
    assertNotEquals(Filter.eq("a", 1), Filter.le("a", 1));
    Filter ab = Filter.and(Filter.eq("a", 1), Filter.eq("b", 1));
    assertEquals(
        Filter.and(Filter.eq("a", 1), Filter.eq("b", 1), Filter.eq("c", 1)),
        Filter.and(ab, Filter.eq("c", 1)));
    assertEquals(ab, Filter.or(ab));
  }

  @Test
  void theColumnsAreThoseOfAllLeaves() {
    DataType number = new DataType.Int(32, true);
    Schema schema =
        Schema.of(
            Field.of("a", number),
            Field.of("other", number),
            Field.of("b.c", number),
            Field.of("d", number),
            Field.of("e", new DataType.Utf8()));
    assertEquals(
        Projection.columns(0, 2, 3, 4),
        Filter.parse("a = 1 and (not \"b.c\" in (1) or d is null) and e startswith '' and a = 2")
            .bind(schema)
            .columns());
  }
}
