package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names of programs, with their versions.
class WriterTest {
  private static final Pattern FORM =
      Pattern.compile("(.{1,99}?) version v?(\\d{1,9})(?:\\.(\\d{1,9}))?(?!\\d).*", Pattern.DOTALL);

  private static final List<String> PARTS =
      List.of(
          "a", " version ", "version", " ", "v", "1", "20", "123456789", "0", ".", "x".repeat(50));

  @ParameterizedTest
  @CsvSource({
    "parquet-mr version 1.8.0 (build abcd), parquet-mr, 1, 8",
    "parquet-cpp-arrow version 23.0.0-SNAPSHOT, parquet-cpp-arrow, 23, 0",
    "DuckDB version v1.1.3 (build 19864453f7), DuckDB, 1, 1",
    "impala version 4, impala, 4, 0",
    "x version 1.1234567890, x, 1, 0",
    "x version 1234567890, '', 0, 0",
    "Polars, '', 0, 0",
  })
  void namesOfPrograms(String createdBy, String name, int major, int minor) {
    assertEquals(new Writer(name, major, minor), Writer.of(createdBy));
  }

  /// Of any text what the rule says, as a pattern.
  @Test
  void anyText() {
    Property.check(
        20_000,
        (random, _) -> {
          StringBuilder text = new StringBuilder();
          for (int i = random.nextInt(9); i > 0; i--) {
            text.append(PARTS.get(random.nextInt(PARTS.size())));
          }
          Matcher matcher = FORM.matcher(text);
          Writer expected = new Writer("", 0, 0);
          if (matcher.matches()) {
            String minor = matcher.group(3);
            expected =
                new Writer(
                    matcher.group(1),
                    Integer.parseInt(matcher.group(2)),
                    minor == null ? 0 : Integer.parseInt(minor));
          }
          assertEquals(expected, Writer.of(text.toString()), text::toString);
        });
  }
}
