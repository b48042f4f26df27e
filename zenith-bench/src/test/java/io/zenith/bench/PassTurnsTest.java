package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassTurnsTest {
  private final List<String> turns = new ArrayList<>();

  private PassReader reader(String name, double passesPerSecond) {
    return new PassReader() {
      @Override
      public int warmUps() {
        return 1;
      }

      @Override
      public String title() {
        return name;
      }

      @Override
      public Rate read(Duration turn) {
        turns.add(turn.isZero() ? name + " first" : name);
        return new Rate(passesPerSecond, 0.5);
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void takeTurnsAfterAllAreWarm() throws IOException, InterruptedException {
    List<PassTurns.Found> found =
        new PassTurns(List.of(reader("a", 2), reader("b", 3)), 2, "GB").run(BenchPace.quick(2));

    assertEquals(
        List.of("a", "b", "a first", "a", "b first", "b", "a first", "a", "b first", "b"), turns);
    assertEquals(List.of(4.0, 4.0), found.getFirst().rates().runs());
    assertEquals(List.of(6.0, 6.0), found.getLast().rates().runs());
    assertEquals(List.of(0.25, 0.25), found.getLast().cpu().runs());
    assertEquals("GB/s", found.getFirst().rates().unit());
    assertEquals("CPU s/GB", found.getFirst().cpu().unit());
  }
}
