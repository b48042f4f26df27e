package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShuffledRoundsTest {
  private record Named(String title) implements PassReader {
    @Override
    public int warmUps() {
      return 1;
    }

    @Override
    public Rate read(Duration turn) {
      return new Rate(1, 1);
    }

    @Override
    public void close() {}
  }

  private static final ShuffledRounds ROUNDS =
      new ShuffledRounds(
          "rows",
          List.of(new Named("Zenith"), new Named("torch-0"), new Named("torch-2")),
          List.of(series(6, 8), series(2, 4), series(1, 1)),
          List.of());

  private static Series series(double... rates) {
    return Series.ofRounds("million rows/s", rates.length, at -> rates[at]);
  }

  @Test
  void ratioIsToTheFastestOfAKind() {
    assertEquals(2.5, ROUNDS.ratio(0, "torch"));
    assertEquals(7, ROUNDS.ratio(0, "torch-2"));
    assertEquals(7, ROUNDS.rate(0));
  }

  @Test
  void thereIsNoRatioToWhoDidNotRun() {
    assertEquals(Double.NaN, ROUNDS.ratio(0, "numpy"));
  }
}
