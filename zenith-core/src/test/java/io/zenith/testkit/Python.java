package io.zenith.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The Python that `ZENITH_PYTHON` names, else `python3`.
public final class Python {
  private static final String PYTHON =
      Optional.ofNullable(System.getenv("ZENITH_PYTHON")).orElse("python3");

  /// Whether it has some modules. Every start takes a third of a second.
  private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();

  private Python() {}

  /// Skips the test, and says why, unless there is a Python that has these modules.
  ///
  /// @param modules such as `polars, duckdb`
  public static void require(String modules) {
    assumeTrue(
        KNOWN.computeIfAbsent(modules, Python::has),
        "no Python with " + modules + ": name one with ZENITH_PYTHON");
  }

  private static boolean has(String modules) {
    try {
      run("import " + modules);
      return true;
    } catch (IOException | AssertionError e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while Python was asked", e);
    }
  }

  /// What a script prints; it must end well.
  public static String run(String script, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PYTHON, "-c", script));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(printed);
    }
    return printed;
  }
}
