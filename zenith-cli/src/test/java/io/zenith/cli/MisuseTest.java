package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What is wrong before anything is read: exit code 2, and two or three lines.
class MisuseTest {
  @Test
  void aMissingCommandShowsThem() {
    Cli.Result result = Cli.run();
    assertEquals(2, result.code());
    assertEquals("", result.out());
    assertTrue(result.err().contains("Usage: zenith"), result.err());
  }

  @Test
  void anUnknownCommandGetsAGuess() {
    assertMisuse("Did you mean: zenith inspect?", "inspekt", "x");
    assertMisuse("Did you mean: zenith head?", "hed");
    assertMisuse("Did you mean: zenith head or zenith read?", "ead");
    assertFalse(Cli.run("xyzzy").err().contains("Did you mean"));
  }

  @Test
  void anUnknownOptionGetsAGuess() {
    assertMisuse("--columns", "head", "--colums", "a", "x");
  }

  @Test
  void numbersAreChecked() {
    assertMisuse("--rows -1: at least 0", "head", "x", "-n", "-1");
    assertMisuse("'ten' is not a long", "head", "x", "-n", "ten");
    assertMisuse("--rows -1: at least 0", "generate", "table", "x", "--rows", "-1");
    assertMisuse("--epochs 0: at least 1", "demo", "--epochs", "0");
    assertMisuse("--batch-size 0: at least 1", "demo", "--batch-size", "0");
    assertMisuse("--rows 9: at least 10", "demo", "--rows", "9");
    assertMisuse("--learning-rate -1.0", "demo", "--learning-rate", "-1");
    assertMisuse("--learning-rate NaN", "demo", "--learning-rate", "NaN");
  }

  @Test
  void namesAreChecked() {
    assertMisuse("'pictures' is none of table, images, mixed, blobs", "generate", "pictures", "x");
    assertMisuse("'some' is none of none, first, all", "read", "x", "--touch", "some");
    assertMisuse("'nosuch' is none of batches, arrow, parquet, ", "bench", "nosuch");
  }

  @Test
  void thePythonOfTheBenchmarkIsChecked() {
    assertMisuse("--python /no/python: there is no such", "bench", "--python", "/no/python");
  }

  @Test
  void pathsAreNeeded() {
    for (String command : List.of("inspect", "head", "read")) {
      assertMisuse("Missing required parameter: 'PATH'", command);
      assertMisuse("a PATH is empty", command, "");
    }
    assertMisuse("Missing required parameter", "generate");
    assertMisuse("Missing required parameter: 'B'", "receipts", "a");
    assertMisuse("'a,' has an empty name", "receipts", "a,", "b");
    assertMisuse("Missing required parameter: 'DIR'", "generate", "table");
  }

  private static void assertMisuse(String expected, Object... args) {
    Cli.Result result = Cli.run(args);
    assertEquals(2, result.code(), result.toString());
    assertEquals("", result.out());
    assertTrue(result.err().contains(expected), result.err());
    assertTrue(result.err().lines().count() <= 3, result.err());
    assertTrue(result.err().contains(" --help'"), result.err());
  }
}
