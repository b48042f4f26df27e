package io.zenith.csv;

import io.zenith.testkit.FuzzTarget;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The targets of the fuzzer, with what it starts from and with what it has found.
final class FuzzTargetsTest {
  @TestFactory
  List<DynamicTest> seedsAndFindings() throws IOException {
    return FuzzTarget.replay(FuzzTargets.all(), SharedFiles.root().resolve("zenith-csv"));
  }
}
