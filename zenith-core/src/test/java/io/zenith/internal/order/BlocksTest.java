package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BlocksTest {
  private static final long MIB = 1 << 20;

  @Test
  void aSplitIsABlockUnlessItIsTooLarge() {
    Blocks blocks = Blocks.of(5, 0, MIB, MIB + 1, 0, 3 * MIB - 1, 0);
    assertEquals(5 + 5 * MIB, blocks.rows());
    long[] rows = {5, MIB, MIB / 2 + 1, MIB / 2, MIB, MIB, MIB - 1};
    assertEquals(rows.length, blocks.count());
    for (int block = 0; block < rows.length; block++) {
      assertEquals(rows[block], blocks.rows(block));
    }
    assertEquals(new Piece(0, 2, 3, 2, 7), blocks.piece(0, 2, 3, 7));
    assertEquals(new Piece(2, 0, 1, 5, 0), blocks.piece(1, 0, 1, 0));
    long before = 5 + MIB;
    assertEquals(new Piece(3, MIB / 2 + 5, 9, before + MIB / 2 + 5, 0), blocks.piece(3, 4, 9, 0));
    before += MIB + 1;
    assertEquals(new Piece(5, 2 * MIB, 1, before + 2 * MIB, 0), blocks.piece(6, 0, 1, 0));
  }

  @Test
  void blocksOfASplitDifferByOneRowAtMost() {
    for (long rows : new long[] {7 * MIB + 3, 1_000_000_007L, 999 * MIB}) {
      Blocks blocks = Blocks.of(rows);
      assertEquals(Math.ceilDiv(rows, MIB), blocks.count());
      long sum = 0;
      for (long block = 0; block < blocks.count(); block++) {
        assertEquals(sum, blocks.piece(block, 0, 1, 0).firstRow());
        assertTrue(blocks.rows(block) <= MIB);
        assertTrue(blocks.rows(0) - blocks.rows(block) <= 1);
        assertTrue(block == 0 || blocks.rows(block) <= blocks.rows(block - 1));
        sum += blocks.rows(block);
      }
      assertEquals(rows, sum);
    }
  }

  @Test
  void countsThatCannotBeAreRefused() {
    String limit = ", but a dataset has between 0 and 2^62";
    assertEquals(
        "split 1 has -1 rows after 8 in splits before it" + limit,
        assertThrows(IllegalArgumentException.class, () -> Blocks.of(8, -1)).getMessage());
    assertEquals(
        "split 1 has 4611686018427387904 rows after 1 in splits before it" + limit,
        assertThrows(IllegalArgumentException.class, () -> Blocks.of(1, 1L << 62)).getMessage());
    assertThrows(IllegalArgumentException.class, () -> Blocks.of(Long.MAX_VALUE));
    assertEquals(1L << 62, Blocks.of(1L << 62).rows());
  }
}
