package io.zenith.arrow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The Python that `ZENITH_PYTHON` names, else `python3`.
final class Python {
  private static final String PYTHON =
      Optional.ofNullable(System.getenv("ZENITH_PYTHON")).orElse("python3");

  private Python() {}

  /// Whether it has a module.
  static boolean has(String module) throws InterruptedException {
    try {
      run("import " + module);
      return true;
    } catch (IOException | AssertionError e) {
      return false;
    }
  }

  /// What a script prints; it must end well.
  static String run(String script, String... arguments) throws IOException, InterruptedException {
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
