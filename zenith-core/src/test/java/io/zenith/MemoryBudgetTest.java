package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.pipeline.Budget;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One budget for all native memory of a loader.
class MemoryBudgetTest {
  private static final int BYTES_A_ROW = 8;

  @Test
  void splitsOfWildlyDifferentSizeNeverExceedTheBudget() {
    Property.check(
        40,
        (random, _) -> {
          int[] rows = new int[12];
          for (int i = 0; i < rows.length; i++) {
            rows[i] = random.nextInt(1 << random.nextInt(17));
          }
          int most = java.util.Arrays.stream(rows).max().orElseThrow();
          long largest = Budget.grantFor((long) most * BYTES_A_ROW);
          long limit = 2 * largest + (1 << 18) + random.nextLong(2 * largest + 1);
          try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, rows));
              DataLoader loader =
                  (random.nextBoolean() ? folder.open() : folder.openNear())
                      .loader(1 + random.nextInt(1000))
                      .epochs(2)
                      .prefetch(1 + random.nextInt(12))
                      .memoryBudget(String.valueOf(limit))
                      .build()) {
            for (Batch batch : loader) {
              Ids.check(batch);
              batch.stack("id");
            }
            assertTrue(loader.budget.peak() <= limit, () -> loader.budget.peak() + " of " + limit);
          }
        });
  }

  @Test
  void aBudgetOfExactlyTheLargestSplitReadsViewsToTheEnd() throws Exception {
    int rows = (1 << 16) / BYTES_A_ROW;
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, rows, 1, rows, rows - 1, 1));
        DataLoader loader = folder.open().loader(1).prefetch(4).memoryBudget("64 KiB").build()) {
      loader.forEach(Ids::check);
      assertEquals(1 << 16, loader.budget.peak());
    }
  }

  @Test
  void epochsThatAreLeftEarlyGiveTheirMemoryBack() throws Exception {
    int[] rows = new int[10];
    java.util.Arrays.fill(rows, 1000);
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, rows));
        DataLoader loader =
            folder
                .openNear()
                .loader(1000)
                .epochs(100)
                .prefetch(4)
                .memoryBudget("256 KiB")
                .build()) {
      for (Epoch epoch : loader.epochs()) {
        for (Batch batch : epoch) {
          Ids.check(batch);
          if (batch.step() == epoch.number() % 3) {
            break;
          }
        }
      }
      assertTrue(loader.budget.peak() <= 1 << 18);
    }
  }

  @Test
  void aBatchThatTheBudgetCannotHoldIsRefusedWithTheRemedy() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder = MemFolder.of(Ids.file("a.mem", decoding, 0, 9000, 9000));
          DataLoader loader =
              folder.open().loader(18_000).memoryBudget(decoding ? "144 KiB" : "100 KiB").build()) {
        Iterator<Batch> batches = loader.iterator();
        String message = assertThrows(IllegalStateException.class, batches::next).getMessage();
        assertTrue(message.startsWith("a batch needs "), message);
        assertTrue(message.endsWith("set memoryBudget or a smaller batch size"), message);
      }
    }
  }

  @Test
  void aStackThatTheBudgetCannotHoldIsRefusedAndTheBatchStaysReadable() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 50_000));
        DataLoader loader = folder.open().loader(50_000).memoryBudget("100 KiB").build()) {
      Batch batch = loader.iterator().next();
      assertThrows(IllegalStateException.class, () -> batch.stack("id"));
      Ids.check(batch);
    }
  }

  /// Every split here takes the smallest block. There may be three read ahead, the one that the
  /// consumer holds, one that was on its way when the epoch before ended, and the scratch memory.
  @Test
  void theBytesHeldDoNotGrowInTheLongRun() throws Exception {
    long most = (3 + 1 + 1 + 1) * (64L << 10);
    MemFile file = Ids.file("a.mem", true, 0, 1000, 700, 1000, 300);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.openNear().loader(128).epochs(300).prefetch(3).build()) {
      for (Batch batch : loader) {
        batch.stack("id", "id");
      }
      assertTrue(loader.budget.peak() <= most, "held " + loader.budget.peak() + " of " + most);
    }
  }

  /// Rows of one split are much larger than all others: how many batches are gathered ahead must
  /// not depend on an average.
  @Test
  void largeRowsSideBySideDoNotBreakIt() throws Exception {
    DataType type = new DataType.Binary();
    MemFile file = MemFile.decoding("a.mem", Schema.of(Field.of("b", type)));
    for (int split = 0; split < 40; split++) {
      Bytes value = Bytes.of(new byte[split == 39 ? 20_000 : 1]);
      file.split(
          new RecordBatch(
              0, 1000, List.of(ArrayBuilder.plain(type, Collections.nCopies(1000, value)))));
    }
    try (MemFolder folder = MemFolder.of(file)) {
      for (int window : new int[] {256, 4096}) {
        try (DataLoader loader =
            folder
                .open()
                .loader(64)
                .shuffle(1)
                .window(window)
                .prefetch(32)
                .threads(4)
                .memoryBudget("128 MiB")
                .build()) {
          long rows = 0;
          for (Batch batch : loader) {
            rows += batch.rows();
          }
          assertEquals(40_000, rows);
        }
      }
    }
  }
}
