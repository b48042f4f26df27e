package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.RandomData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BooleanColumnTest {
  private static final DataType BOOL = new DataType.Bool();

  @Test
  void bitsAreReadAtEveryStartAndLength() throws Exception {
    List<Object> values = RandomData.values(BOOL, 20, new SplittableRandom(1));
    for (int from = 0; from < 20; from++) {
      for (int rows = 1; rows <= 20 - from; rows++) {
        try (OneBatch one = OneBatch.of(ArrayBuilder.plain(BOOL, values), from, rows)) {
          BooleanColumn column = one.batch().booleans("c");
          boolean[] array = column.toArray();
          MemorySegment segment = column.segment();
          assertEquals((column.bitOffset() + rows + 7) / 8, segment.byteSize());
          for (int row = 0; row < rows; row++) {
            boolean expected = (boolean) values.get(from + row);
            assertEquals(expected, column.get(row));
            assertEquals(expected, array[row]);
            assertEquals(expected, bit(segment, column.bitOffset() + row));
          }
        }
      }
    }
  }

  private static boolean bit(MemorySegment bits, int place) {
    return (bits.get(ValueLayout.JAVA_BYTE, place >> 3) >> (place & 7) & 1) != 0;
  }

  @Test
  void copiesGoToTheirPlace() throws Exception {
    try (OneBatch one = OneBatch.of(BOOL, true, true)) {
      boolean[] target = new boolean[4];
      one.batch().booleans("c").copyTo(target, 1);
      assertTrue(!target[0] && target[1] && target[2] && !target[3]);
    }
  }
}
