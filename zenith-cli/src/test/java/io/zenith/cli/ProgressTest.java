package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private long now;

  @Test
  void showsShareRateAndTheTimeThatRemains() {
    try (Progress progress = new Progress("reading", "rows", 1_000, () -> now, null)) {
      progress.at(250);
      now = 2_000_000_000;
      assertEquals("reading [#####               ] 25 %, 125 rows/s, 0:06 left", progress.line());
    }
  }

  @Test
  void showsRatesOfSlowThings() {
    try (Progress progress = new Progress("measuring", "turns", 40, () -> now, null)) {
      progress.at(10);
      now = 4_000_000_000L;
      assertEquals(
          "measuring [#####               ] 25 %, 2.50 turns/s, 0:12 left", progress.line());
    }
  }

  @Test
  void showsTheTimeSoFarWhereNobodyKnowsHowMuchThereIs() {
    try (Progress progress = new Progress("a large file, cold", "", 0, () -> now, null)) {
      assertEquals("", progress.line());
      now = 12_900_000_000L;
      assertEquals("a large file, cold, 0:12 so far", progress.line());
    }
  }

  @Test
  void saysNothingInTheFirstSecond() {
    try (Progress progress = new Progress("reading", "rows", 1_000, () -> now, null)) {
      progress.at(999);
      now = 999_999_999;
      assertEquals("", progress.line());
    }
  }

  @Test
  void leavesNothingOnAScreenThatSawNothing() {
    StringWriter screen = new StringWriter();
    try (Progress progress =
        new Progress("reading", "rows", 10, System::nanoTime, new PrintWriter(screen))) {
      progress.at(5);
    }
    assertEquals("", screen.toString());
  }

  @Test
  void leavesNothingOnAScreenThatSawALine() throws InterruptedException {
    StringWriter screen = new StringWriter();
    try (Progress progress =
        new Progress("reading", "rows", 10, () -> now, new PrintWriter(screen))) {
      progress.at(5);
      now = 5_000_000_000L;
      while (screen.getBuffer().isEmpty()) {
        Thread.sleep(10);
      }
    }
    String last = screen.toString();
    assertEquals("\r\033[K", last.substring(last.lastIndexOf('\r')));
  }
}
