package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchCommandTest {
  private final StringWriter err = new StringWriter();
  private final CommandLine line =
      new CommandLine(new BenchCommand(_ -> BenchProgress.UNSEEN))
          .setErr(new PrintWriter(err, true));

  @Test
  void noRowsIsAMisuse() {
    assertEquals(2, line.execute("--rows", "0"));
    assertTrue(err.toString().startsWith("--rows 0: at least 1"), err::toString);
  }

  @Test
  void aPythonThatIsNotThereIsAMisuse() {
    assertEquals(2, line.execute("--python", "/no/such/python"));
    assertTrue(
        err.toString().startsWith("--python /no/such/python: there is no such program"),
        err::toString);
  }

  @Test
  void noRunsIsAMisuse() {
    assertEquals(2, line.execute("--runs", "0"));
    assertTrue(err.toString().startsWith("--runs 0: at least 1"), err::toString);
  }

  @Test
  void thereIsAPictureOfSome() {
    assertEquals(2, line.execute("arrow", "--picture", "p.png"));
    assertTrue(
        err.toString().startsWith("--picture draws batches and remote, not arrow"), err::toString);
  }
}
