package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// A format that does not do what its splits say is found out: never wrong rows, never a hang.
class PromisesOfFormatsTest {

  private static String failure(MemFile file, int stepsBefore) throws Exception {
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(10).build()) {
      Iterator<Batch> batches = loader.iterator();
      for (int i = 0; i < stepsBefore; i++) {
        Ids.check(batches.next());
      }
      return assertThrows(IllegalStateException.class, batches::next).getMessage();
    }
  }

  @Test
  void fewerOrMoreRowsThanPromisedAreNoticedBeforeTheyShiftTheRest() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      for (int promised : new int[] {9, 11}) {
        MemFile file = Ids.file("a.mem", decoding, 0, 10);
        file.promise(promised, () -> decoding ? 1000 : 0, Ids.batch(10, 10));
        file.split(Ids.batch(20, 10));
        assertEquals(
            "a.mem, split 1: the format delivered 10 rows of " + promised, failure(file, 1));
      }
    }
  }

  @Test
  void fewerRowsThanAskedForByPlaceAreNoticed() throws Exception {
    MemFile file = Ids.file("a.mem", true);
    file.promise(11, () -> 1000, Ids.batch(0, 10));
    try (MemFolder folder = MemFolder.of(file)) {
      Dataset dataset = folder.open();
      assertEquals(
          "a.mem, split 0: the format delivered 1 rows of 2",
          assertThrows(IllegalStateException.class, () -> dataset.rows(9, 2)).getMessage());
    }
  }

  @Test
  void aSplitWithoutBatchesHasNoRows() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      MemFile file = Ids.file("a.mem", decoding);
      file.promise(5, () -> decoding ? 1000 : 0);
      assertEquals("a.mem, split 0: the format delivered 0 rows of 5", failure(file, 0));
    }
  }

  @Test
  void memoryBeyondThePromiseIsGivenWhileThereIsRoom() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 10);
    file.promise(20_000, () -> 70_000, Ids.batch(10, 20_000)).split(Ids.batch(20_010, 10));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader =
            folder.open().loader(10).epochs(3).cache(MemoryCache.none()).prefetch(1).build()) {
      long before = 0;
      for (Batch batch : loader) {
        Ids.check(batch);
        before = Math.max(before, loader.budget.granted());
      }
      assertTrue(before >= (128 + 160) << 10, () -> "granted at most");
    }
  }

  @Test
  void memoryBeyondTheBudgetIsNotGiven() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 10);
    file.promise(20_000, () -> 70_000, Ids.batch(10, 20_000));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(10).memoryBudget("256 KiB").build()) {
      Iterator<Batch> batches = loader.iterator();
      Ids.check(batches.next());
      assertEquals(
          "a split takes more memory than it promised: 156.3 KiB after 0 bytes of 128.0 KiB, and the"
              + " budget has no room for more: set memoryBudget",
          assertThrows(IllegalStateException.class, batches::next).getMessage());
    }
  }

  @Test
  void whoPromisesToTakeNoMemoryGetsNone() throws Exception {
    MemFile file = Ids.file("a.mem", true).promise(10, () -> 0, Ids.batch(0, 10));
    assertEquals("a.mem, split 0 promised to take no memory, and takes 80 bytes", failure(file, 0));
    MemFile mixed = Ids.file("a.mem", true, 0, 10).promise(10, () -> 0, Ids.batch(10, 10));
    assertTrue(
        failure(mixed, 1).startsWith("a split takes more memory than it promised: 80 bytes"));
  }

  @Test
  void aSplitThatAsksForMoreThanItDidIsAnErrorAndNoHang() throws Exception {
    AtomicLong bytes = new AtomicLong(1000);
    MemFile file = Ids.file("a.mem", true, 0, 10).promise(10, bytes::get, Ids.batch(10, 10));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(10).memoryBudget("128 KiB").build()) {
      bytes.set(1 << 20);
      Iterator<Batch> batches = loader.iterator();
      Ids.check(batches.next());
      String message = assertThrows(IllegalStateException.class, batches::next).getMessage();
      assertTrue(
          message.startsWith("a split takes more memory than it promised: 1.0 MiB"), message);
    }
  }

  @Test
  void aSplitThatCannotSayWhatItNeedsWakesTheConsumerWithTheCause() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    IllegalArgumentException cause = new IllegalArgumentException("a bug of the format");
    MemFile file =
        Ids.file("a.mem", true, 0, 10)
            .promise(
                10,
                () -> {
                  if (broken.get()) {
                    throw cause;
                  }
                  return 1000;
                },
                Ids.batch(10, 10));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(10).prefetch(1).build()) {
      Iterator<Batch> batches = loader.iterator();
      broken.set(true);
      Ids.check(batches.next());
      assertSame(cause, assertThrows(IllegalArgumentException.class, batches::next));
    }
  }
}
