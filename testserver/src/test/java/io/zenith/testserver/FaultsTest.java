package io.zenith.testserver;

import static java.util.Collections.frequency;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FaultsTest {
  @Test
  void eachFaultIsAsLikelyAsItSays() {
    Faults faults =
        Faults.builder()
            .probability(Fault.SLOW_DOWN, 0.1)
            .probability(Fault.WRONG_RANGE, 0.3)
            .seed(7)
            .build();
    List<Optional<Fault>> drawn =
        LongStream.range(0, 100_000).mapToObj(number -> faults.of(number, "/")).toList();

    assertEquals(10_000, frequency(drawn, Optional.of(Fault.SLOW_DOWN)), 500);
    assertEquals(30_000, frequency(drawn, Optional.of(Fault.WRONG_RANGE)), 500);
    assertEquals(60_000, frequency(drawn, Optional.empty()), 500);
  }

  @Test
  void valuesThatMakeNoSenseAreRefused() {
    Faults.Builder many = Faults.builder().probability(Fault.SLOW_DOWN, 0.7);
    many.probability(Fault.INTERNAL_ERROR, 0.7);

    assertThrows(IllegalArgumentException.class, many::build);
    assertThrows(IllegalArgumentException.class, () -> Faults.of(Fault.SLOW_DOWN, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Faults.of(Fault.SLOW_DOWN, -0.1));
    assertThrows(
        IllegalArgumentException.class,
        () -> Faults.builder().latency(Duration.ofMillis(-1)).build());
  }
}
