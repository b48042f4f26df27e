package io.zenith.internal.cache;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders of caches, as several begin to use them.
class CacheFolderTest {
  @TempDir Path temp;

  @Test
  void aNewFolderIsTheCacheOfAllWhoBeginToUseItAtOnce() throws Exception {
    int many = 4;
    try (ExecutorService threads = Executors.newFixedThreadPool(many)) {
      for (int i = 0; i < 500; i++) {
        Path folder = temp.resolve("cache-" + i);
        List<Callable<Boolean>> uses = new ArrayList<>();
        for (int k = 0; k < many; k++) {
          uses.add(() -> {
            try (CacheFolder opened = CacheFolder.open(folder).orElseThrow()) {
              return opened.isReadOnly();
            }
          });
        }
        for (Future<Boolean> use : threads.invokeAll(uses)) {
          assertFalse(use.get());
        }
      }
    }
  }
}
