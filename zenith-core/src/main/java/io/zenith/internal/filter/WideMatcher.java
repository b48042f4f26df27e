package io.zenith.internal.filter;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/// Asks for whole numbers of 128 or 256 bits in a range: what large decimals are stored as.
final class WideMatcher implements ValueMatcher {
  private final long[] low;
  private final long[] high;

  /// @param low at most `high`; both are values of the type
  WideMatcher(BigInteger low, BigInteger high, int bits) {
    this.low = limbs(low, bits);
    this.high = limbs(high, bits);
  }

  /// The lowest 64 bits first, as values are stored.
  private static long[] limbs(BigInteger value, int bits) {
    long[] limbs = new long[bits / Long.SIZE];
    for (int i = 0; i < limbs.length; i++) {
      limbs[i] = value.shiftRight(i * Long.SIZE).longValue();
    }
    return limbs;
  }

  @Override
  public long pass(Node node, long from, long values) {
    long passed = 0;
    for (long left = values; left != 0; left &= left - 1) {
      int bit = Long.numberOfTrailingZeros(left);
      long at = (from + bit) * node.width;
      boolean inside = order(node.values, at, low) >= 0 && order(node.values, at, high) <= 0;
      passed |= (inside ? 1L : 0L) << bit;
    }
    return passed;
  }

  /// The sign is in the highest bits only.
  private static int order(MemorySegment values, long at, long[] limbs) {
    int top = limbs.length - 1;
    int order = Long.compare(values.get(Layouts.LONG, at + (long) top * Long.BYTES), limbs[top]);
    for (int i = top - 1; i >= 0 && order == 0; i--) {
      order = Long.compareUnsigned(values.get(Layouts.LONG, at + (long) i * Long.BYTES), limbs[i]);
    }
    return order;
  }
}
