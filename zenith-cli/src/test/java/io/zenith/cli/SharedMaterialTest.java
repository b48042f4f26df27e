package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every Arrow file of other writers is shown, or refused by a line that names it.
class SharedMaterialTest {
  @Test
  void conformanceFiles() throws IOException {
    Path folder = SharedFiles.require("conformance/arrow");
    List<Path> files = files(folder, ".arrow", ".arrow_file", ".stream");
    assertTrue(files.size() > 100, files.size() + " files");
    long read = files.stream().filter(SharedMaterialTest::allCommandsAgree).count();
    assertTrue(read >= 30, "only " + read + " files are read");
  }

  @Test
  void dataSets() throws IOException {
    Path folder = SharedFiles.require("datasets");
    for (Path file : files(folder, ".arrow")) {
      boolean read = allCommandsAgree(file);
      if (file.endsWith("fashion-mnist/test.arrow")
          || file.endsWith("vega/flights-200k.arrow")
          || file.endsWith("writers/expected.arrow")) {
        assertTrue(read, file.toString());
      }
    }
  }

  private static List<Path> files(Path folder, String... ends) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> Stream.of(ends).anyMatch(file.toString()::endsWith))
          .sorted()
          .toList();
    }
  }

  /// Whether the commands read the file; they must be of one mind.
  private static boolean allCommandsAgree(Path file) {
    int inspected = run("inspect", file);
    assertEquals(inspected, run("head", file), file.toString());
    assertEquals(inspected, run("head", file, "--json"), file.toString());
    assertEquals(inspected, run("read", file), file.toString());
    return inspected == 0;
  }

  private static int run(Object... args) {
    Cli.Result result = Cli.run(args);
    if (result.code() != 0) {
      assertEquals(1, result.code(), result.toString());
      assertEquals("", result.out());
      assertEquals(1, result.err().lines().count(), result.err());
      assertTrue(result.err().contains(args[1].toString()), result.err());
      assertTrue(result.err().length() > args[1].toString().length() + 30, result.err());
    }
    return result.code();
  }
}
