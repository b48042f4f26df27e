package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.FaultyFiles;
import io.zenith.testkit.MemFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whichever call of the disk under a cache fails, once or from then on: all rows come, and what is
/// left is sound.
class CacheFaultsTest {
  private static final Logger LOG = Logger.getLogger("io.zenith.cache");

  /// `-Dzenith.faults=1` for each call; else each seventh.
  private static final int STEP = Integer.getInteger("zenith.faults", 7);

  private final AtomicInteger warnings = new AtomicInteger();
  private final Handler counter =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          warnings.incrementAndGet();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @TempDir private Path temp;

  @BeforeEach
  void listen() {
    LOG.setUseParentHandlers(false);
    LOG.addHandler(counter);
  }

  @AfterEach
  void stopListening() {
    LOG.removeHandler(counter);
    LOG.setUseParentHandlers(true);
  }

  private static void read(MemFolder folder, Path cache, int epochs) throws IOException {
    try (DataLoader loader =
        folder
            .open()
            .loader(7)
            .epochs(epochs)
            .memoryBudget("280 KiB")
            .cache(DiskCache.at(cache, "1 GiB"))
            .build()) {
      loader.forEach(Ids::check);
      Receipt expected = loader.expectedReceipt(0);
      assertEquals(
          epochs == 1 ? expected : expected.plus(loader.expectedReceipt(1)), loader.receipt());
    }
  }

  @Test
  void allRowsComeAndWhatIsLeftIsSound() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 40, 40, 40))) {
      FaultyFiles sound = FaultyFiles.of(temp, -1, false);
      Path first = sound.path(temp.resolve("sound"));
      read(folder, first, 2);
      read(folder, first, 1);
      assertEquals(0, warnings.get());
      for (boolean forGood : List.of(false, true)) {
        for (int call = 0; call < sound.calls(); call += STEP) {
          Path cache = temp.resolve((forGood ? "forGood" : "once") + call);
          FaultyFiles faulty = FaultyFiles.of(temp, call, forGood);
          warnings.set(0);
          read(folder, faulty.path(cache), 2);
          read(folder, faulty.path(cache), 1);
          assertTrue(warnings.get() <= 2, "one warning a loader, not " + warnings);
          check(folder, cache, "call " + call);
        }
      }
    }
  }

  private void check(MemFolder folder, Path cache, String what) throws IOException {
    warnings.set(0);
    read(folder, cache, 1);
    assertEquals(0, warnings.get(), what);
    List<DiskCache.Entry> entries = DiskCache.entries(cache);
    assertEquals(3, entries.size(), what);
    for (DiskCache.Entry entry : entries) {
      assertTrue(entry.fault().isEmpty(), what);
    }
    try (Stream<Path> unfinished = Files.list(cache.resolve("unfinished"))) {
      assertEquals(List.of(), unfinished.toList(), what);
    }
  }
}
