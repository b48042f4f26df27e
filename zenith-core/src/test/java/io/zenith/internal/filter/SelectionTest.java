package io.zenith.internal.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.UnsupportedDataException;
import io.zenith.testkit.Property;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final int PIECE = 1 << 16;

  /// Keeps the rows of a bit set.
  private static RowMatcher test(BitSet bits) {
    return (from, rows) -> {
      long kept = 0;
      for (int i = 0; i < 64; i++) {
        kept |= (bits.get((int) from + i) ? 1L : 0L) << i;
      }
      return kept & rows;
    };
  }

  /// Rows of which all, none, few, most or half are selected, in stretches of any length.
  private static BitSet bits(int rows, SplittableRandom random) {
    BitSet bits = new BitSet();
    for (int row = 0; row < rows; ) {
      int end = Math.min(rows, row + random.nextInt(1, random.nextBoolean() ? 1_000 : 2 * PIECE));
      int percent = new int[] {0, 100, 1, 99, 50}[random.nextInt(5)];
      for (; row < end; row++) {
        bits.set(row, random.nextInt(100) < percent);
      }
    }
    return bits;
  }

  @Test
  void aSelectionIsTheRowsThatWereAddedWhateverTheParts() {
    Property.check(
        60,
        (random, _) -> {
          int rows = random.nextInt(5) == 0 ? PIECE * random.nextInt(3) : random.nextInt(4 * PIECE);
          BitSet bits = bits(rows, random);
          Selection.Builder builder = new Selection.Builder();
          for (int row = 0; row < rows; ) {
            int count = Math.min(rows - row, random.nextInt(1, random.nextBoolean() ? 70 : PIECE));
            if (random.nextBoolean()) {
              builder.add(test(bits), row, count, "a part");
            } else {
              Selection.Builder part = new Selection.Builder();
              part.add(test(bits), row, count, "a part");
              builder.add(part.build());
            }
            row += count;
          }
          check(builder.build(), bits, rows, random);
        });
  }

  private static void check(Selection selection, BitSet bits, int rows, SplittableRandom random) {
    assertEquals(rows, selection.rows());
    assertEquals(bits.cardinality(), selection.count());
    int n = 0;
    for (int row = bits.nextSetBit(0); row >= 0; row = bits.nextSetBit(row + 1)) {
      assertEquals(row, selection.select(n));
      n++;
    }
    for (int row = 0; row < rows; row += random.nextInt(1, 50)) {
      assertEquals(bits.get(row), selection.contains(row));
      int next = bits.nextSetBit(row);
      assertEquals(next < 0 ? rows : next, selection.next(row));
      assertEquals(Math.min(rows, bits.nextClearBit(row)), selection.end(row));
    }
    assertEquals(rows, selection.next(rows));
    assertThrows(IndexOutOfBoundsException.class, () -> selection.select(bits.cardinality()));
    assertThrows(IndexOutOfBoundsException.class, () -> selection.select(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> selection.contains(rows));
  }

  @Test
  void billionsOfRowsThatAreAllSelectedOrNoneCostNothing() {
    long rows = (1L << 31) + 5;
    for (boolean all : new boolean[] {true, false}) {
      Selection.Builder builder = new Selection.Builder();
      builder.add((_, asked) -> all ? asked : 0, 0, rows, "a part");
      Selection selection = builder.build();
      assertEquals(rows, selection.rows());
      assertEquals(all ? rows : 0, selection.count());
      assertEquals(all ? rows - 1 : rows, selection.next(rows - 1));
      assertEquals(all ? rows : 7, selection.end(7));
      if (all) {
        assertEquals(rows - 3, selection.select(rows - 3));
      }
    }
  }

  @Test
  void moreRowsThanAnyoneHasAreRefusedBeforeAnyIsAsked() {
    Selection.Builder builder = new Selection.Builder();
    RowMatcher never =
        (_, _) -> {
          throw new AssertionError("asked");
        };
    UnsupportedDataException error =
        assertThrows(
            UnsupportedDataException.class, () -> builder.add(never, 0, 1L << 62, "a part"));
    assertTrue(String.valueOf(error.getMessage()).contains("a part"), error::getMessage);
  }
}
