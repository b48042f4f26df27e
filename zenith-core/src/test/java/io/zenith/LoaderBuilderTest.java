package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LoaderBuilderTest {
  private final MemFolder folder =
      MemFolder.of(Ids.file("a.mem", true, 0, 5, 5).promise(1, () -> 1_000_000, Ids.batch(10, 1)));

  @AfterEach
  void close() {
    folder.close();
  }

  private DataLoader.Builder builder() throws Exception {
    return folder.open().loader(4);
  }

  private static void refused(String message, Executable use) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, use).getMessage());
  }

  @Test
  void sizesAreAtLeastOne() throws Exception {
    Dataset dataset = folder.open();
    refused("batch size 0; at least 1", () -> dataset.loader(0));
    refused("batch size -7; at least 1", () -> dataset.loader(-7));
    refused("epochs 0; at least 1", () -> builder().epochs(0));
    refused("prefetch 0; at least 1", () -> builder().prefetch(0));
    refused(
        "'much' is no size; write 2 GiB, 512 MiB or bytes", () -> builder().memoryBudget("much"));
    assertThrows(NullPointerException.class, () -> builder().remainder(null));
  }

  @Test
  void everyOptionIsSetOnce() throws Exception {
    List<String> names = List.of("epochs", "remainder", "prefetch", "memoryBudget");
    List<Executable> again =
        List.of(
            () -> builder().epochs(1).epochs(1),
            () -> builder().remainder(Remainder.KEEP).remainder(Remainder.KEEP),
            () -> builder().prefetch(2).prefetch(3),
            () -> builder().memoryBudget("1 MiB").memoryBudget("2 MiB"));
    for (int i = 0; i < names.size(); i++) {
      assertEquals(
          names.get(i) + " is set already",
          assertThrows(IllegalStateException.class, again.get(i)).getMessage());
    }
  }

  @Test
  void aBudgetThatCannotHoldTheLargestSplitIsRefusedWithItsName() {
    refused(
        "a.mem, split 2 needs 1.0 MiB, budget is 900.0 KiB: set memoryBudget",
        () -> builder().memoryBudget("900 KiB").build());
  }

  @Test
  void aSplitOfAnySizeIsRefusedAndNotOverflowed() throws Exception {
    for (long bytes : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2 + 1}) {
      MemFile file = Ids.file("a.mem", true).promise(1, () -> bytes, Ids.batch(0, 1));
      try (MemFolder huge = MemFolder.of(file)) {
        Dataset dataset = huge.open();
        IllegalArgumentException refusal =
            assertThrows(
                IllegalArgumentException.class,
                () -> dataset.loader(1).memoryBudget("1024 GiB").build());
        assertEquals("a.mem, split 0 needs", refusal.getMessage().substring(0, 20));
      }
    }
  }

  @Test
  void aBuilderBuildsManyLoadersAndLaterOptionsReachNoEarlierOne() throws Exception {
    DataLoader.Builder builder = builder();
    try (DataLoader first = builder.build();
        DataLoader second = builder.remainder(Remainder.DROP).epochs(2).build()) {
      assertEquals(3, first.steps());
      assertEquals(2, second.steps());
      int firstSteps = 0;
      for (Batch batch : first) {
        Ids.check(batch);
        firstSteps++;
      }
      int secondSteps = 0;
      for (Batch batch : second) {
        Ids.check(batch);
        secondSteps++;
      }
      assertEquals(3, firstSteps);
      assertEquals(4, secondSteps);
    }
  }

  @Test
  void aBatchMayBeLargerThanTheDataset() throws Exception {
    try (DataLoader loader = folder.open().loader(Integer.MAX_VALUE).build()) {
      assertEquals(1, loader.steps());
      Batch batch = loader.iterator().next();
      assertEquals(11, batch.rows());
      Ids.check(batch);
    }
    try (DataLoader none =
        folder.open().loader(Integer.MAX_VALUE).remainder(Remainder.DROP).build()) {
      assertEquals(0, none.steps());
    }
  }
}
