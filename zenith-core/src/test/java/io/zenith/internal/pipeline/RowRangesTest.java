package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.RowRange;
import io.zenith.testkit.Property;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowRangesTest {
  private static BitSet random(int rows, SplittableRandom random) {
    BitSet bits = new BitSet();
    for (int i = random.nextInt(6); i > 0 && rows > 0; i--) {
      int from = random.nextInt(rows);
      bits.set(from, from + 1 + random.nextInt(Math.min(rows - from, 1 + random.nextInt(rows))));
    }
    return bits;
  }

  private static RowRanges ranges(BitSet bits) {
    RowRanges.Builder ranges = new RowRanges.Builder();
    bits.stream().forEach(row -> ranges.add(row, row + 1));
    return ranges.build();
  }

  private static BitSet bits(RowRanges ranges) {
    BitSet bits = new BitSet();
    long end = -1;
    for (RowRange range : ranges.ranges()) {
      assertTrue(range.from() > end && range.count() > 0, ranges.toString());
      bits.set((int) range.from(), (int) range.end());
      end = range.end();
    }
    assertEquals(bits.cardinality(), ranges.rows());
    return bits;
  }

  @Test
  void setsOfRowsAreJoinedAndCutLikeBits() {
    Property.check(
        2000,
        (random, _) -> {
          int rows = random.nextInt(200);
          BitSet one = random(rows, random);
          BitSet two = random(rows, random);
          assertEquals(one, bits(ranges(one)));
          BitSet both = (BitSet) one.clone();
          both.and(two);
          assertEquals(both, bits(ranges(one).and(ranges(two))));
          BitSet any = (BitSet) one.clone();
          any.or(two);
          assertEquals(any, bits(ranges(one).or(ranges(two))));
        });
  }

  /// What is read holds what is wanted; what is left out is worth it, and there is not much of it
  /// to go through.
  @Test
  void whatIsReadAroundRowsHoldsThem() {
    Property.check(
        200,
        (random, _) -> {
          int rows = random.nextInt(400_000);
          BitSet wanted = random(rows, random);
          BitSet read = bits(ranges(wanted).joined(rows));
          BitSet missing = (BitSet) wanted.clone();
          missing.andNot(read);
          assertTrue(missing.isEmpty());
          List<RowRange> ranges = ranges(wanted).joined(rows).ranges();
          assertTrue(ranges.size() <= 65);
          for (int i = 1; i < ranges.size(); i++) {
            assertTrue(ranges.get(i).from() - ranges.get(i - 1).end() >= 1024);
          }
          assertEquals(wanted.nextSetBit(0), read.nextSetBit(0));
          assertEquals(wanted.length(), read.length());
        });
  }
}
