package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SumsTest {
  @TempDir private Path folder;

  @Test
  void zenithAndArrowJavaSumUpTheSameValues() throws IOException {
    CaseFiles files = BenchFiles.write(GeneratedSet.TABLE, folder, 1_000);

    assertEquals(sum(JvmContender.ARROW_SUMS, files), sum(JvmContender.ZENITH_SUMS, files), 1e-3);
    assertEquals(sum(JvmContender.STREAM_SUMS, files), sum(JvmContender.ZENITH_SUMS, files), 1e-3);
  }

  @Test
  void loaderAndRawLoopSumUpTheSameValues() throws IOException {
    Path file = folder.resolve("large.arrow");
    LargeFile.write(file, 3, 10_001);

    try (Arena arena = Arena.ofConfined();
        LoaderFloats loader = LoaderFloats.open(file)) {
      double expected = 0;
      for (int column = 0; column < LargeFile.COLUMNS; column++) {
        for (int row = 0; row < 10_001; row++) {
          expected += 3 * ((row + column) % 16);
        }
      }
      assertEquals(expected, RawFloats.map(file, arena).sum());
      assertEquals(expected, loader.sum());
      assertEquals(expected, loader.sum());
    }
  }

  private static double sum(JvmContender contender, CaseFiles files) throws IOException {
    try (Contender opened = contender.open(files)) {
      return opened.pass(new BatchClock(100));
    }
  }
}
