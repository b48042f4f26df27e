package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Shuffle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NullRowsTest {
  private static final int ROWS = 200_003;

  @TempDir private Path folder;

  @Test
  void everyRowIsDeliveredOnceAndNull() throws IOException {
    Path file = Files.writeString(folder.resolve("any"), "any");
    Dataset rows = Dataset.open(new NullRows(ROWS), file.toString());
    for (Shuffle shuffle : List.of(Shuffle.none(), Shuffle.windowed(1), Shuffle.global(1))) {
      BitSet seen = new BitSet();
      try (DataLoader loader = rows.loader(1_000).shuffle(shuffle).build()) {
        for (Batch batch : loader) {
          assertEquals(batch.rows(), batch.column("nulls").nullCount());
          for (int row = 0; row < batch.rows(); row++) {
            assertTrue(!seen.get((int) batch.rowNumber(row)), shuffle::toString);
            seen.set((int) batch.rowNumber(row));
          }
        }
      }
      assertEquals(ROWS, seen.cardinality(), shuffle::toString);
    }
  }
}
