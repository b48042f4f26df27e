package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.MemFolder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Epochs one after the other, left early, skipped, or read twice; of decoded and of mapped files.
@ParameterizedClass
@ValueSource(booleans = {true, false})
class EpochsTest {
  @Parameter private boolean decoding;

  private MemFolder folder() {
    return MemFolder.of(Ids.file("a.mem", decoding, 0, 4, 4), Ids.file("b.mem", decoding, 8, 4, 4));
  }

  private static DataLoader.Builder three(MemFolder folder) throws Exception {
    return folder.open().loader(3).epochs(3);
  }

  @Test
  void everyEpochHasAllRows() throws Exception {
    try (MemFolder folder = folder();
        DataLoader loader = three(folder).build()) {
      List<Integer> numbers = new ArrayList<>();
      for (Epoch epoch : loader.epochs()) {
        numbers.add(epoch.number());
        long steps = 0;
        for (Batch batch : epoch) {
          Ids.check(batch);
          assertEquals(steps++, batch.step());
          assertEquals(epoch.number(), batch.epoch());
        }
        assertEquals(6, steps);
      }
      assertEquals(List.of(0, 1, 2), numbers);
    }
  }

  @Test
  void anEpochThatIsLeftEarlyIsFollowedByAWholeOne() throws Exception {
    try (MemFolder folder = folder();
        DataLoader loader = three(folder).build()) {
      for (Epoch epoch : loader.epochs()) {
        long steps = 0;
        for (Batch batch : epoch) {
          Ids.check(batch);
          assertEquals(steps++, batch.step());
          if (epoch.number() < 2 && steps == epoch.number() + 1) {
            break;
          }
        }
        assertEquals(epoch.number() < 2 ? epoch.number() + 1 : 6, steps);
      }
    }
  }

  @Test
  void epochsMayBeSkipped() throws Exception {
    try (MemFolder folder = folder();
        DataLoader loader = three(folder).build()) {
      for (Epoch epoch : loader.epochs()) {
        if (epoch.number() == 1) {
          epoch.forEach(Ids::check);
        }
      }
    }
  }

  @Test
  void aLoaderIsReadOnce() throws Exception {
    try (MemFolder folder = folder();
        DataLoader loader = three(folder).build()) {
      Iterable<Epoch> epochs = loader.epochs();
      Iterator<Epoch> first = epochs.iterator();
      Epoch epoch = first.next();
      Iterator<Batch> batches = epoch.iterator();
      Ids.check(batches.next());
      String again = "a loader can be read once; build another";
      assertEquals(again, assertThrows(IllegalStateException.class, loader::epochs).getMessage());
      assertEquals(again, assertThrows(IllegalStateException.class, loader::iterator).getMessage());
      assertEquals(
          "epoch 0 was begun already: " + again,
          assertThrows(IllegalStateException.class, epoch::iterator).getMessage());
      Epoch sameAgain = epochs.iterator().next();
      assertEquals(
          "epoch 0 was begun already: " + again,
          assertThrows(IllegalStateException.class, sameAgain::iterator).getMessage());
      Ids.check(batches.next());
    }
  }

  @Test
  void anIteratorOfAnEarlierEpochIsStale() throws Exception {
    try (MemFolder folder = folder();
        DataLoader loader = three(folder).build()) {
      Iterator<Epoch> epochs = loader.epochs().iterator();
      Epoch first = epochs.next();
      Iterator<Batch> stale = first.iterator();
      Ids.check(stale.next());
      Iterator<Batch> fresh = epochs.next().iterator();
      Ids.check(fresh.next());
      assertEquals(
          "epoch 0 has ended: the loader reads another",
          assertThrows(IllegalStateException.class, stale::next).getMessage());
      assertThrows(IllegalStateException.class, first::iterator);
      Ids.check(fresh.next());
    }
  }

  @Test
  void theLastBatchOfAnEpochIsValidUntilTheNextStep() throws Exception {
    try (MemFolder folder = folder();
        DataLoader loader = folder.open().loader(4).epochs(2).build()) {
      Iterator<Batch> batches = loader.iterator();
      Batch batch = null;
      for (int step = 0; step < 4; step++) {
        batch = batches.next();
      }
      Batch last = batch;
      assertTrue(batches.hasNext());
      Ids.check(last);
      batches.next();
      assertThrows(IllegalStateException.class, () -> last.longs("id"));
    }
  }

  @Test
  void beginningAnEpochReleasesTheBatchOfTheOneBefore() throws Exception {
    try (MemFolder folder = folder();
        DataLoader loader = folder.open().loader(4).epochs(2).build()) {
      Iterator<Epoch> epochs = loader.epochs().iterator();
      Batch batch = epochs.next().iterator().next();
      LongColumn column = batch.longs("id");
      assertTrue(epochs.next().iterator().hasNext());
      String message = assertThrows(IllegalStateException.class, () -> column.get(0)).getMessage();
      assertTrue(message.contains("released by step 0 of epoch 1"), message);
    }
  }

  @Test
  void theNextEpochIsTheFirstThatWasNotBegun() throws Exception {
    try (MemFolder folder = folder();
        DataLoader loader = three(folder).build()) {
      assertEquals(0, loader.nextEpoch().number());
      assertEquals(0, loader.nextEpoch().number());
      Ids.check(loader.nextEpoch().iterator().next());
      assertEquals(1, loader.nextEpoch().number());
      for (int epoch = 1; epoch < 3; epoch++) {
        int steps = 0;
        for (Batch batch : loader.nextEpoch()) {
          Ids.check(batch);
          assertEquals(epoch, batch.epoch());
          steps++;
        }
        assertEquals(6, steps);
      }
      assertEquals(
          "all epochs of the loader were read: build it with as many epochs(n) as the training has,"
              + " and after resume(checkpoint) begin with epoch checkpoint.epoch()",
          assertThrows(IllegalStateException.class, loader::nextEpoch).getMessage());
    }
  }

  @Test
  void aDatasetWithoutRowsHasNoSteps() throws Exception {
    try (MemFolder empty = MemFolder.of(Ids.file("a.mem", decoding, 0, 0, 0));
        DataLoader loader = empty.open().loader(3).epochs(2).build();
        DataLoader other = empty.open().loader(3).epochs(2).build()) {
      assertEquals(0, loader.steps());
      assertFalse(loader.iterator().hasNext());
      int epochs = 0;
      for (Epoch epoch : other.epochs()) {
        assertFalse(epoch.iterator().hasNext());
        epochs++;
      }
      assertEquals(2, epochs);
    }
  }
}
