package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContenderTest {
  /// Neither batches nor record batches divide it.
  private static final long ROWS = 4_130;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void deliversTheTableAsZenithsViewsDo(JvmContender contender) throws IOException {
    CaseFiles files = BenchFiles.write(GeneratedSet.TABLE, folder, ROWS);

    Map<String, String> delivered = checksums(contender, files);

    assertEquals(contender == JvmContender.ZENITH_STACK ? 10 : 12, delivered.size());
    assertTrue(
        checksums(JvmContender.ZENITH_VIEWS, files).entrySet().containsAll(delivered.entrySet()));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ZENITH_STACK")
  void deliversImagesAsZenithsViewsDo(JvmContender contender) throws IOException {
    CaseFiles files = BenchFiles.write(GeneratedSet.IMAGES, folder, ROWS);

    assertEquals(checksums(JvmContender.ZENITH_VIEWS, files), checksums(contender, files));
  }

  @ParameterizedTest
  @EnumSource
  void readsWhatPollutesItsCode(JvmContender contender) throws IOException {
    CaseFiles files = PollutionTable.write(folder);

    Map<String, String> delivered = checksums(contender, files);

    assertEquals(contender == JvmContender.ZENITH_STACK ? 2 : 8, delivered.size());
    assertTrue(
        checksums(JvmContender.ZENITH_VIEWS, files).entrySet().containsAll(delivered.entrySet()));
  }

  @ParameterizedTest
  @EnumSource
  void everyPassDeliversAllRows(JvmContender contender) throws IOException {
    CaseFiles files = BenchFiles.write(GeneratedSet.TABLE, folder, ROWS);
    BatchClock clock = new BatchClock(1);

    try (Contender opened = contender.open(files)) {
      clock.start();
      double first = opened.pass(clock);
      double second = opened.pass(clock);

      assertEquals(first, second);
      assertEquals(2 * ROWS, clock.rows());
      assertEquals(2 * Math.ceilDiv(ROWS, Contender.BATCH_ROWS), clock.batches());
    }
  }

  private static Map<String, String> checksums(JvmContender contender, CaseFiles files)
      throws IOException {
    try (Contender opened = contender.open(files)) {
      return opened.checksums().toHex();
    }
  }
}
