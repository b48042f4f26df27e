package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TournamentTest {
  private static final BenchPace PACE = BenchPace.quick(2);

  private final List<String> order = new ArrayList<>();

  @Test
  void entrantsTakeTurnsAfterAllAgreedAndWarmedUp() throws IOException {
    Entrant a = new Recorder("a", Map.of("x", "01", "y", "02"));
    Entrant b = new Recorder("b", Map.of("y", "02"));

    List<Standing> standings =
        new Tournament("x", List.of(a, b), PACE, BenchProgress.UNSEEN).play();

    assertEquals(
        List.of(
            "a checksums",
            "b checksums",
            "a warm-up",
            "b warm-up",
            "a turn",
            "b turn",
            "a turn",
            "b turn"),
        order);
    assertEquals(List.of("a", "b"), standings.stream().map(Standing::title).toList());
    assertEquals(2, standings.getFirst().turns().size());
  }

  @Test
  void progressIsToldByPart() throws IOException {
    List<String> told = new ArrayList<>();
    BenchProgress progress =
        (what, unit, total) -> {
          told.add(what + ", " + unit + ", " + total);
          return new BenchProgress.Part() {
            @Override
            public void at(long done) {
              told.add("at " + done);
            }

            @Override
            public void close() {}
          };
        };

    new Tournament("x", List.of(new Recorder("a", Map.of())), PACE, progress).play();

    assertEquals(
        List.of(
            "x: comparing values, contenders, 1",
            "at 1",
            "x: warming up, contenders, 1",
            "at 1",
            "x: measuring, turns, 2",
            "at 1",
            "at 2"),
        told);
  }

  @Test
  void disagreementNamesColumnAndBothContenders() {
    Entrant a = new Recorder("a", Map.of("x", "01", "y", "02"));
    Entrant b = new Recorder("b", Map.of("y", "03"));

    BenchFailure failure =
        assertThrows(
            BenchFailure.class,
            () -> new Tournament("x", List.of(a, b), PACE, BenchProgress.UNSEEN).play());

    assertEquals("column 'y' has the checksum 02 with a, but 03 with b", failure.getMessage());
  }

  private final class Recorder implements Entrant {
    private final String title;
    private final Map<String, String> checksums;

    Recorder(String title, Map<String, String> checksums) {
      this.title = title;
      this.checksums = checksums;
    }

    @Override
    public String title() {
      return title;
    }

    @Override
    public Map<String, String> checksums() {
      order.add(title + " checksums");
      return checksums;
    }

    @Override
    public void warmUp(Duration length) {
      order.add(title + " warm-up");
    }

    @Override
    public Turn turn(Duration length) {
      order.add(title + " turn");
      return new Turn(1, 1, 1, 1, 1, 0, 0);
    }

    @Override
    public void close() {}
  }
}
