package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.internal.proof.FileRows;
import io.zenith.internal.proof.ReceiptSum;
import io.zenith.testkit.Property;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FileRowsTest {

  /// Files without rows share their first row with the file behind them, which has it.
  @Test
  void eachRowIsInTheFileThatHasIt() {
    Property.check(
        500,
        (random, _) -> {
          int[] sizes = random.ints(1 + random.nextInt(8), 0, 4).toArray();
          sizes[sizes.length - 1]++;
          long[] first = new long[sizes.length];
          for (int file = 1; file < sizes.length; file++) {
            first[file] = first[file - 1] + sizes[file - 1];
          }
          FileRows files = new FileRows(first);
          long row = 0;
          for (int file = 0; file < sizes.length; file++) {
            for (int i = 0; i < sizes[file]; i++, row++) {
              int expected = file;
              assertEquals(expected, files.file(row), () -> Arrays.toString(sizes));
            }
          }
        });
  }

  /// Some of the rows of an array, in any order, in files that may have none: one by one, by their
  /// numbers in the files, they have the same receipt.
  @Test
  void rowsAreSummedUpAsTheFilesCountThem() {
    Property.check(
        500,
        (random, _) -> {
          long[] first = new long[random.nextInt(1, 6)];
          for (int file = 1; file < first.length; file++) {
            first[file] = first[file - 1] + random.nextLong(3) * random.nextLong(1L << 40);
          }
          FileRows files = new FileRows(first);
          int count = random.nextInt(random.nextInt(8) == 0 ? 3000 : 300); // hashed 1,024 at a time
          long[] positions = random.longs(count, 0, 1L << 50).toArray();
          long[] rows = random.longs(count, 0, first[first.length - 1] + 1_000).toArray();
          if (random.nextBoolean()) {
            long least = first[random.nextInt(first.length)]; // often all in one file
            rows = random.longs(count, least, least + 2).toArray();
          }
          int from = random.nextInt(count + 1);
          int end = random.nextInt(from, count + 1);
          ReceiptSum expected = new ReceiptSum();
          expected.add(1, 2, 0, 3);
          ReceiptSum added = new ReceiptSum();
          added.add(1, 2, 0, 3);
          for (int i = from; i < end; i++) {
            int file = files.file(rows[i]);
            expected.add(4, positions[i], file, rows[i] - first[file]);
          }
          files.addTo(added, 4, positions, rows, from, end - from);
          assertEquals(Receipt.of(expected), Receipt.of(added));
        });
  }
}
