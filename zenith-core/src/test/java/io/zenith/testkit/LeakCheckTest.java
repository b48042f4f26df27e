package io.zenith.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.DataLoader;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Plants a leak of each kind, sees it found, and removes it.
class LeakCheckTest {
  private final LeakCheck before = LeakCheck.snapshot();

  @TempDir private Path folder;

  @Test
  void everyTestIsWatched() {
    assertTrue(LeakExtension.isWatching());
  }

  @Test
  void aLeakFailsTheTestThatMadeIt() {
    LeakExtension.refuse("test()", List.of());
    AssertionError failure =
        assertThrows(
            AssertionError.class, () -> LeakExtension.refuse("test()", List.of("a thing")));
    assertEquals("test() leaks 1 thing(s):\na thing", failure.getMessage());
  }

  @Test
  void aForgottenLoaderIsFoundWithTheStackOfItsOpener() throws Exception {
    try (MemFolder files = MemFolder.of(file(false))) {
      DataLoader loader = files.open().loader(2).build();
      loader.iterator().next();
      assertLeak("mapped files of", "aForgottenLoaderIsFoundWithTheStackOfItsOpener");
      loader.close();
    }
    assertClean();
  }

  @Test
  void forgottenThreadsAndMemoryAreFound() throws Exception {
    try (MemFolder files = MemFolder.of(file(true))) {
      DataLoader loader = files.open().loader(2).build();
      loader.iterator().next();
      assertLeak("thread zenith-decode-0", "startComputing");
      assertLeak("platform thread zenith-decode-0");
      assertLeak("block of 65536 bytes", "attach");
      loader.close();
    }
    assertClean();
  }

  @Test
  void aThreadOutsideTheBooksIsFound() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .name("zenith-planted")
            .start(() -> {
              try {
                end.await();
              } catch (InterruptedException _) {
                // ends
              }
            });
    assertLeak("platform thread zenith-planted");
    end.countDown();
    thread.join();
    assertClean();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anOpenDescriptorIsFound() throws Exception {
    Path file = Files.write(folder.resolve("open.bin"), new byte[10]);
    try (FileChannel _ = FileChannel.open(file)) {
      assertLeak("1 open descriptor(s) of", "open.bin");
    }
    assertClean();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aMappingIsFoundAlsoOfADeletedFileAndOneWithSpaces() throws Exception {
    Path file = Files.write(folder.resolve("a mapped file.bin"), new byte[10]);
    try (Arena arena = Arena.ofShared()) {
      try (FileChannel channel = FileChannel.open(file)) {
        channel.map(FileChannel.MapMode.READ_ONLY, 0, 10, arena);
      }
      assertLeak("4096 mapped byte(s) of", "a mapped file.bin");
      Files.delete(file);
      assertLeak("4096 mapped byte(s) of", "a mapped file.bin (deleted)");
    }
    assertClean();
  }

  private static MemFile file(boolean decoding) {
    DataType type = new DataType.Int(64, true);
    ArrayData column = ArrayBuilder.plain(type, List.of(1L, 2L, 3L, 4L));
    Schema schema = Schema.of(Field.of("id", type));
    MemFile file = decoding ? MemFile.decoding("a.mem", schema) : MemFile.mapped("a.mem", schema);
    return file.split(new RecordBatch(0, 4, List.of(column)));
  }

  private void assertLeak(String... parts) throws IOException, InterruptedException {
    List<String> leaks = before.leaks(Duration.ZERO);
    assertTrue(
        leaks.stream().anyMatch(leak -> List.of(parts).stream().allMatch(leak::contains)),
        () -> "no leak with " + List.of(parts) + " among " + leaks);
  }

  private void assertClean() throws InterruptedException {
    assertEquals(List.of(), before.leaks(Duration.ofSeconds(5)));
  }
}
