package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Reads decimals.
public final class Decimals {
  private Decimals() {}

  public static BigDecimal value(Node node, long place) {
    int width = node.width;
    byte[] unscaled = new byte[width];
    for (int i = 0; i < width; i++) {
      unscaled[i] = node.values.get(Layouts.BYTE, place * width + width - 1 - i);
    }
    return new BigDecimal(new BigInteger(unscaled), ((DataType.Decimal) node.field.type()).scale());
  }
}
