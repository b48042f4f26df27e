package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.bench.Figure.Bound;
import io.zenith.bench.Figure.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentResultTest {
  private final ExperimentResult result =
      new ExperimentResult(
          List.of(
              new ExperimentResult.Result("case", "Zenith", new Series("ms", List.of(2d, 1d, 4d)))),
          List.of(new Figure("case", Kind.GOAL, Bound.AT_MOST, 20, "ms", Double.NaN)),
          List.of("a note"));

  @Test
  void crossesFromOneProcessToAnother() throws IOException {
    ObjectMapper json = new ObjectMapper();

    assertEquals(result, json.readValue(json.writeValueAsString(result), ExperimentResult.class));
  }

  @Test
  void printsALineAResult() {
    assertEquals(List.of("case: Zenith  2 ms  (1 to 4)", "a note", ""), result.lines());
  }
}
