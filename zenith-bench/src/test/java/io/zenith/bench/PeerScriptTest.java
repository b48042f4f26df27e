package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What is timed of PyArrow is what the script of the protocol times.
class PeerScriptTest {
  private static final Path SCRIPT = Path.of("zenith-bench", "peers", "pyarrow_batches.py");

  @Test
  void theTimedLoopsAreThoseOfTheProtocol() throws IOException {
    String given = Files.readString(SharedFiles.require("peers/pyarrow_batches.py"));
    String ours = Files.readString(SharedFiles.root().resolve(SCRIPT));
    for (String function : new String[] {"load", "tensor_columns", "direct", "iterator"}) {
      assertEquals(function(given, function), function(ours, function));
    }
    for (String line : loop(given).lines().toList()) {
      assertTrue(loop(ours).contains(line), line);
    }
  }

  private static String function(String script, String name) {
    int start = script.indexOf("\ndef " + name + "(");
    assertTrue(start >= 0, name);
    return script.substring(start, script.indexOf("\n\n\n", start));
  }

  /// What happens between the readings of the clock that make the rate.
  private static String loop(String script) {
    int start = script.indexOf("        of_run = []\n");
    assertTrue(start >= 0);
    return script.substring(start, script.indexOf("        if run >=", start));
  }
}
