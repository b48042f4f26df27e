package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
              ReceiptSum sum = new ReceiptSum();
              sum.add(3, 70 + row, file, i);
              ReceiptSum added = new ReceiptSum();
              files.addTo(added, 3, 70 + row, row);
              assertEquals(sum.receipt(), added.receipt());
            }
          }
        });
  }
}
