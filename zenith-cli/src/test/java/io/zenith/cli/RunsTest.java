package io.zenith.cli;

import io.zenith.testkit.Python;
import io.zenith.testkit.SharedFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The figures in the docs are those of the runs that they link to.
class RunsTest {
  @Test
  void tablesAreWhatTheRunsSay() throws Exception {
    Python.require("json");
    Path script = SharedFiles.root().resolve("docs/runs/tables.py");
    Python.run(
        """
        import runpy, sys
        sys.argv = [sys.argv[1], "--check"]
        runpy.run_path(sys.argv[0], run_name="__main__")
        """,
        script.toString());
  }
}
