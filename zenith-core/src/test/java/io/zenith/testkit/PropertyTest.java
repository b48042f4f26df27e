package io.zenith.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PropertyTest {
  private final String seed = System.getProperty("zenith.seed");
  private final String cases = System.getProperty("zenith.cases");

  @BeforeEach
  void withoutOptions() {
    System.clearProperty("zenith.seed");
    System.clearProperty("zenith.cases");
  }

  @AfterEach
  void restoreOptions() {
    restore("zenith.seed", seed);
    restore("zenith.cases", cases);
  }

  private static void restore(String name, String value) {
    if (value == null) {
      System.clearProperty(name);
    } else {
      System.setProperty(name, value);
    }
  }

  @Test
  void everyRunIsTheSameAndEveryCaseDiffers() {
    List<Long> first = draws(20);
    assertEquals(first, draws(20));
    assertEquals(20, first.stream().distinct().count());
  }

  @Test
  void aFailureNamesSeedAndCaseAndCanBeReplayed() {
    List<Long> all = draws(10);
    AssertionError failure =
        assertThrows(
            AssertionError.class,
            () ->
                Property.check(
                    10,
                    (_, number) -> {
                      if (number == 7) {
                        throw new IllegalStateException("no");
                      }
                    }));
    String message = failure.getMessage();
    String option = message.substring(message.indexOf("-D") + 2, message.indexOf('\n'));
    assertTrue(option.endsWith(":7"), option);
    int equals = option.indexOf('=');
    System.setProperty(option.substring(0, equals), option.substring(equals + 1));
    assertEquals(List.of(all.get(7)), draws(10));
  }

  @Test
  void seedAndNumberOfCasesCanBeGiven() {
    List<Long> defaults = draws(3);
    System.setProperty("zenith.seed", "99");
    System.setProperty("zenith.cases", "5");
    assertEquals(5, draws(3).size());
    assertNotEquals(defaults, draws(3).subList(0, 3));
  }

  @Test
  void aCaseThatRunsAloneHasTheSeedOfAll() {
    System.setProperty("zenith.seed", "99");
    assertEquals(99, Property.seed());
    System.setProperty("zenith.seed", "99:7");
    assertEquals(99, Property.seed());
  }

  private static List<Long> draws(int number) {
    List<Long> drawn = new ArrayList<>();
    Property.check(number, (random, _) -> drawn.add(random.nextLong()));
    return drawn;
  }
}
