package io.zenith.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChildJvmTest {

  /// Says what it was given on both streams, and exits or hangs.
  static final class Child {
    public static void main(String[] arguments) throws InterruptedException {
      System.out.print("out " + String.join(",", arguments) + " " + System.getProperty("flag"));
      System.err.print("err");
      if (arguments[0].equals("hang")) {
        Thread.sleep(Duration.ofMinutes(10));
      }
      System.exit(Integer.parseInt(arguments[0]));
    }
  }

  @Test
  void exitCodeAndBothStreamsComeBack() throws Exception {
    ChildJvm.Result result = ChildJvm.of(Child.class).flags("-Dflag=yes").arguments(3, "a b").run();
    assertEquals(new ChildJvm.Result(3, "out 3,a b yes", "err"), result);
  }

  @Test
  void aChildThatHangsIsKilledAndItsOutputShown() {
    ChildJvm child = ChildJvm.of(Child.class).arguments("hang").timeout(Duration.ofSeconds(3));
    AssertionError failure = assertThrows(AssertionError.class, child::run);
    assertTrue(failure.getMessage().contains("out hang"), failure.getMessage());
  }
}
