package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import org.junit.jupiter.api.Test;

class RangeIndexTest {
  /// Empty ranges and those of one number beside large ones: at both ends of each, and anywhere.
  @Test
  void eachNumberIsInTheRangeThatHasIt() {
    Property.check(
        500,
        (random, _) -> {
          long most = 1L << random.nextInt(1, 40);
          long[] sizes = new long[random.nextInt(300)];
          long[] ends = new long[sizes.length];
          for (int range = 0; range < sizes.length; range++) {
            int kind = random.nextInt(6);
            sizes[range] = kind < 2 ? kind : random.nextLong(1, most + 1);
            ends[range] = sizes[range] + (range == 0 ? 0 : ends[range - 1]);
          }
          RangeIndex index = new RangeIndex(ends);
          for (int range = 0; range < sizes.length; range++) {
            if (sizes[range] > 0) {
              assertEquals(range, index.at(ends[range] - 1));
              assertEquals(range, index.at(ends[range] - sizes[range]));
              assertEquals(range, index.at(ends[range] - 1 - random.nextLong(sizes[range])));
            }
          }
        });
  }
}
