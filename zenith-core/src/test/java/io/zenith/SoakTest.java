package io.zenith;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Soak;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Loaders that come and go for a long time, and leave nothing: `-Dzenith.soak=MINUTES`.
class SoakTest {
  @TempDir private Path temp;

  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS) // it ends by itself
  void memoryThreadsAndDescriptorsStayFlat() throws Exception {
    Soak.assumeAsked();
    SplittableRandom random = new SplittableRandom(1);
    Soak.run(() -> run(random));
  }

  /// A loader that is read to the end, or left in the midst of it.
  private void run(SplittableRandom random) throws IOException {
    // Always full after a while, of data that nobody will ask for again.
    DiskCache disk = DiskCache.at(temp.resolve("cache"), "20 MB");
    LoaderCase choice = LoaderCase.random(random);
    try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
      Dataset dataset = choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
      DataLoader.Builder options =
          random.nextBoolean()
              ? choice.loader(dataset, 0, 1)
              : choice.withoutCache(dataset, 0, 1).cache(disk);
      try (DataLoader loader = options.prefetch(1 + random.nextInt(9)).build()) {
        long steps = random.nextLong(4 * loader.steps() + 1);
        Iterator<Batch> batches = loader.iterator();
        while (steps-- > 0 && batches.hasNext()) {
          Ids.check(batches.next());
        }
      }
    }
  }
}
