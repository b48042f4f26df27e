package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Bits at all alignments, against [BitSet], in memory of exactly their size.
final class BitmapsTest {
  private static final int MOST = 300;

  private static MemorySegment random(Arena arena, int bits, SplittableRandom random) {
    byte[] bytes = new byte[(bits + 7) / 8];
    random.nextBytes(bytes);
    return arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
  }

  private static BitSet set(MemorySegment bits) {
    return BitSet.valueOf(bits.toArray(ValueLayout.JAVA_BYTE));
  }

  @Test
  void rangesAreCopiedFilledAndCounted() {
    Property.check(
        5_000,
        (random, _) -> {
          int count = random.nextInt(MOST);
          int from = random.nextInt(20);
          int to = random.nextInt(20);
          boolean value = random.nextBoolean();
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = random(arena, from + count, random);
            MemorySegment target = random(arena, to + count, random);
            BitSet before = set(source);
            BitSet expected = set(target);
            assertEquals(
                before.get(from, from + count).cardinality(), Bitmaps.count(source, from, count));
            for (int i = 0; i < count; i++) {
              expected.set(to + i, before.get(from + i));
            }
            Bitmaps.copy(source, from, target, to, count);
            assertEquals(expected, set(target));
            Bitmaps.fill(target, to, count, value);
            expected.set(to, to + count, value);
            assertEquals(expected, set(target));
            expected.clear(to + count, 2 * MOST);
            assertEquals(expected, set(Bitmaps.first(target, to + count)));
          }
        });
  }
}
