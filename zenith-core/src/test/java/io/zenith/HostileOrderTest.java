package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.order.End;
import io.zenith.internal.proof.RunIdentity;
import io.zenith.testkit.MemFolder;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Orders that cannot be are refused by `build()`, at once and in words; the largest that can be
/// are read.
@Timeout(30)
class HostileOrderTest {

  private static String refusal(DataLoader.Builder options) {
    return assertThrows(IllegalArgumentException.class, options::build).getMessage();
  }

  /// A checkpoint of this dataset with another order.
  private static Checkpoint checkpoint(
      Dataset dataset, String shuffle, long window, long lanes, long globalBatch, long epoch)
      throws IOException {
    RunIdentity identity =
        new RunIdentity(dataset.fingerprint(), shuffle, 1, window, lanes, globalBatch, End.PAD, "");
    Checkpoint checkpoint = new Checkpoint(identity, epoch, 0, Receipt.ZERO);
    return Checkpoint.parse(checkpoint.toString());
  }

  @Test
  void aShuffleOfAnotherVersionIsNamed() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 5, 6))) {
      Dataset dataset = folder.open();
      Checkpoint at = checkpoint(dataset, "riffle\u0000", 16, 1, 4, 0);
      assertEquals(
          "the checkpoint is of shuffle 'riffle\\u0000';"
              + " this version knows none, windowed and global",
          refusal(dataset.loader(4).resume(at)));
    }
  }

  @Test
  void numbersOfACheckpointThatDoNotFitAreRefused() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 5, 6))) {
      Dataset dataset = folder.open();
      long most = Long.MAX_VALUE;
      for (long number : new long[] {1L << 31, 1L << 32, (1L << 32) + 1, 1L << 40, most}) {
        refusal(dataset.loader(4).resume(checkpoint(dataset, "windowed", 16, number, 4, 0)));
        refusal(dataset.loader(4).resume(checkpoint(dataset, "windowed", 16, 1, number, 0)));
        DataLoader.Builder late = dataset.loader(4).epochs(Integer.MAX_VALUE);
        String message = refusal(late.resume(checkpoint(dataset, "windowed", 16, 1, 4, number)));
        assertTrue(message.startsWith("the checkpoint is at epoch " + number), message);
      }
    }
  }

  @Test
  void aStepThatNoArrayCountsIsRefused() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 5, 6))) {
      DataLoader.Builder options =
          folder.open().loader(4).shuffle(1).globalBatch(1L << 40).remainder(Remainder.PAD);
      assertEquals(
          "globalBatch 1,099,511,627,776 gives 1,099,511,627,776 rows to rank 0 of 1;"
              + " a batch has at most 2^31 - 1",
          refusal(options));
    }
  }

  @Test
  void aWindowOfAllRowsThatEverWereHasThoseThatAre() throws Exception {
    for (int lanes : new int[] {1, 3, 16}) {
      try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 5, 6, 20));
          DataLoader loader =
              folder
                  .open()
                  .loader(4)
                  .epochs(2)
                  .shuffle(1)
                  .window(Long.MAX_VALUE)
                  .lanes(lanes)
                  .memoryBudget("32 MiB")
                  .build()) {
        long rows = 0;
        for (Batch batch : loader) {
          Ids.check(batch);
          rows += batch.rows();
        }
        assertEquals(62, rows);
      }
    }
  }
}
