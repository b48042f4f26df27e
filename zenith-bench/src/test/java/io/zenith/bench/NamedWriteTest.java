package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A full disk is told with the file that did not fit.
class NamedWriteTest {
  private static final Path FULL = Path.of("/dev/full");

  private final List<Path> links = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void generatedFilesAreNamed() throws IOException {
    Path stream = fill("table.arrows");
    assertNamed(stream, () -> BenchFiles.write(GeneratedSet.TABLE, folder, 100));
    Path pollution = fill("pollution.arrow");
    assertNamed(pollution, () -> PollutionTable.write(folder));
  }

  @Test
  void resultsAreNamed() throws IOException {
    Path json = fill("bench.json");
    assertNamed(json, () -> new BenchReport(FiguresTest.MACHINE).write(json));
  }

  /// A file that there is no space for.
  private Path fill(String name) throws IOException {
    Assumptions.assumeTrue(Files.exists(FULL));
    Path link = Files.createSymbolicLink(folder.resolve(name), FULL);
    links.add(link);
    return link;
  }

  @AfterEach
  void unlink() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }

  private static void assertNamed(Path file, NamedWrite.Write write) {
    IOException failure = assertThrows(IOException.class, write::run);
    assertEquals("cannot write " + file + ": No space left on device", failure.getMessage());
  }
}
