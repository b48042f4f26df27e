package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecimalColumnTest {

  @Test
  void valuesKeepTheScaleOfTheType() throws Exception {
    List<Object> values =
        List.of(new BigDecimal("0.00"), new BigDecimal("-0.01"), new BigDecimal("123456.78"));
    try (OneBatch one =
        OneBatch.of(ArrayBuilder.plain(new DataType.Decimal(10, 2, 128), values), 1, 2)) {
      DecimalColumn column = one.batch().decimals("c");
      assertEquals(new BigDecimal("-0.01"), column.get(0));
      assertEquals(new BigDecimal("123456.78"), column.get(1));
      assertEquals(-1, column.low(0));
      assertEquals(-1, column.high(0));
      assertEquals(12345678, column.low(1));
      assertEquals(0, column.high(1));
      assertEquals(32, column.segment().byteSize());
    }
  }

  @Test
  void all128BitsCount() throws Exception {
    BigInteger largest = BigInteger.TWO.pow(127).subtract(BigInteger.ONE);
    BigInteger smallest = BigInteger.TWO.pow(127).negate();
    try (OneBatch one =
        OneBatch.of(
            new DataType.Decimal(38, 0, 128), new BigDecimal(largest), new BigDecimal(smallest))) {
      DecimalColumn column = one.batch().decimals("c");
      assertEquals(largest, column.get(0).unscaledValue());
      assertEquals(smallest, column.get(1).unscaledValue());
      assertEquals(Long.MAX_VALUE, column.high(0));
      assertEquals(Long.MIN_VALUE, column.high(1));
    }
  }

  @Test
  void aNegativeScaleCountsWholePowersOfTen() throws Exception {
    try (OneBatch one =
        OneBatch.of(new DataType.Decimal(5, -3, 128), new BigDecimal(BigInteger.valueOf(7), -3))) {
      assertEquals(0, new BigDecimal(7000).compareTo(one.batch().decimals("c").get(0)));
      assertEquals("7000", one.batch().decimals("c").text(0));
    }
  }

  /// A schema may say any scale: the text must not be as long as the number has digits.
  @Test
  void anAbsurdScaleDoesNotFillTheMemory() throws Exception {
    for (int scale : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE + 1, 1_000_000}) {
      try (OneBatch one =
          OneBatch.of(new DataType.Decimal(5, scale, 128), new BigDecimal(BigInteger.TEN, scale))) {
        String text = one.batch().decimals("c").text(0);
        assertTrue(text.length() < 100, "a text of " + text.length() + " characters");
      }
    }
  }
}
