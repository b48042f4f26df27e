package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import io.zenith.testkit.Property;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a loader says of a step is what the step has, and nothing is read for it.
class ExplainTest {
  private static final BigInteger MODULUS = BigInteger.TWO.pow(128);

  @Test
  void eachRowOfEachStepIsWhereItIsSaidToBe() {
    Property.check(
        80,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          int world = 1 + random.nextInt(4);
          int rank = random.nextInt(world);
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset = choice.dataset(folder.open());
            Places places = new Places(dataset);
            try (DataLoader loader = choice.loader(dataset, rank, world).build()) {
              BigInteger sum = BigInteger.ZERO;
              for (Batch batch : loader) {
                List<RowPlace> said = loader.explain(batch.epoch(), batch.step());
                assertEquals(places.of(batch), said.stream().map(Said::of).toList());
                for (RowPlace row : said) {
                  if (!row.padding()) {
                    sum = sum.add(hash(batch.epoch(), row));
                  }
                }
              }
              assertEquals(
                  "%032x".formatted(sum.mod(MODULUS)),
                  loader.receipt().toString().split(":", -1)[2]);
            }
          }
        });
  }

  private static BigInteger hash(int epoch, RowPlace row) {
    return ReceiptHash.of(epoch, row.position(), row.fileNumber(), row.row());
  }

  /// What can be known of a row without the order.
  private record Said(long number, String file, int split, long row, boolean padding) {
    static Said of(RowPlace row) {
      return new Said(row.number(), row.file().name(), row.split(), row.row(), row.padding());
    }
  }

  /// The place of each row, counted one by one.
  private static final class Places {
    private final List<Said> all = new ArrayList<>();

    private Places(Dataset dataset) throws Exception {
      for (var file : dataset.files()) {
        long row = 0;
        int number = 0;
        for (var split : Dataset.open(file.uri().toString()).splits()) {
          for (long i = 0; i < split.rows(); i++) {
            all.add(new Said(all.size(), file.name(), number, row++, false));
          }
          number++;
        }
      }
    }

    private List<Said> of(Batch batch) {
      List<Said> rows = new ArrayList<>();
      for (int row = 0; row < batch.rows(); row++) {
        Said place = all.get((int) batch.longs("id").get(row));
        boolean padding = row >= batch.rows() - batch.padding();
        rows.add(new Said(place.number, place.file, place.split, place.row, padding));
      }
      return rows;
    }
  }

  @Test
  void nothingIsReadForIt() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 30, 30);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(7).shuffle(3).build()) {
      AtomicInteger reads = new AtomicInteger();
      file.probe((point, _) -> {
        if (point == Point.OPEN || point == Point.READ) {
          reads.incrementAndGet();
        }
      });
      assertEquals(7, loader.explain(1_000_000, 2).size());
      assertEquals(4, loader.explain(0, 8).size());
      assertEquals(0, reads.get());
    }
  }

  @Test
  void aStepThatIsNotThereIsRefused() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 10));
        DataLoader loader = folder.open().loader(4).build()) {
      assertEquals(2, loader.explain(0, 2).size());
      for (long step : new long[] {-1, 3}) {
        assertEquals(
            "step " + step + " of epoch 0; an epoch has 3 steps",
            assertThrows(IndexOutOfBoundsException.class, () -> loader.explain(0, step))
                .getMessage());
      }
      assertThrows(IndexOutOfBoundsException.class, () -> loader.explain(-1, 0));
    }
  }

  @Test
  void aStreamCannotBeExplained() {
    try (DataLoader loader =
        Dataset.of(new MemStream(Ids.SCHEMA, List.of(Ids.batch(0, 5)))).loader(2).build()) {
      assertThrows(IllegalStateException.class, () -> loader.explain(0, 0));
    }
  }
}
