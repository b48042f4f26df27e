package io.zenith;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/// A process that reads a dataset with a cache on a disk, as tests start and kill it. Each has the
/// same data. It says how many splits it has read, and what it has received.
final class CacheFiller {
  static final int SPLITS = 40;
  private static final int ROWS = 2_000;

  /// As long as a fetch takes, so that processes meet, and kills come while others are filled.
  private static final long FETCH_MILLIS = 4;

  private CacheFiller() {}

  /// Reads it once.
  ///
  /// @param args the folder of the cache, and the seed
  public static void main(String[] args) throws Exception {
    MemFile file = Ids.file("a.mem", true);
    for (int split = 0; split < SPLITS; split++) {
      file.split(Ids.batch((long) split * ROWS, ROWS));
    }
    AtomicInteger reads = new AtomicInteger();
    file.probe((point, _) -> {
      if (point == Point.READ) {
        reads.incrementAndGet();
        try {
          Thread.sleep(FETCH_MILLIS);
        } catch (InterruptedException _) {
          Thread.currentThread().interrupt();
        }
      }
    });
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader =
            folder
                .open()
                .loader(100)
                .shuffle(Long.parseLong(args[1]))
                .window(8 * ROWS)
                .cache(DiskCache.at(Path.of(args[0]), "100 MB"))
                .build()) {
      System.out.println("reading");
      for (Batch batch : loader) {
        Ids.check(batch);
      }
      if (!loader.receipt().equals(loader.expectedReceipt(0))) {
        throw new AssertionError(loader.receipt() + ", expected " + loader.expectedReceipt(0));
      }
    }
    System.out.println(reads.get());
  }
}
