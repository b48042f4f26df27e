package io.zenith.bench;

import io.zenith.testkit.Python;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The Python of the tests as a peer.
final class TestPeer {
  private TestPeer() {}

  /// Skips the test, and says why, unless it has PyArrow, NumPy, and these modules.
  static PythonPeer require(String... modules) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("pyarrow", "numpy"));
    all.addAll(List.of(modules));
    Python.require(String.join(", ", all));
    String python = Optional.ofNullable(System.getenv("ZENITH_PYTHON")).orElse("python3");
    return PythonPeer.probe(python).orElseThrow();
  }
}
