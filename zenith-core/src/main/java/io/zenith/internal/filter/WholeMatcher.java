package io.zenith.internal.filter;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/// Asks for whole numbers of at most 64 bits in a range; also for what is stored as such: dates,
/// times, small decimals.
///
/// Modulo 2^64 a number lies in a range if its distance from the low end is at most that of the
/// high end, as unsigned numbers, whether the numbers themselves are signed or not. So there is one
/// loop a width, with one comparison a value, and without a branch.
final class WholeMatcher implements ValueMatcher {
  private final long low;
  private final long span;

  /// @param low at most `high`; both are values of the type
  WholeMatcher(BigInteger low, BigInteger high) {
    this.low = low.longValue();
    this.span = high.subtract(low).longValue();
  }

  @Override
  public long pass(Node node, long from, long values) {
    int count = Long.SIZE - Long.numberOfLeadingZeros(values);
    return switch (node.width) {
      case 1 -> bytes(node.values, from, count);
      case 2 -> shorts(node.values, from, count);
      case 4 -> ints(node.values, from, count);
      default -> longs(node.values, from, count);
    };
  }

  private long longs(MemorySegment values, long from, int count) {
    long first = low;
    long last = span + Long.MIN_VALUE;
    long passed = 0;
    for (int i = 0; i < count; i++) {
      long distance = values.get(Layouts.LONG, (from + i) << 3) - first;
      passed |= (distance + Long.MIN_VALUE <= last ? 1L : 0L) << i;
    }
    return passed;
  }

  private long ints(MemorySegment values, long from, int count) {
    int first = (int) low;
    int last = (int) span + Integer.MIN_VALUE;
    long passed = 0;
    for (int i = 0; i < count; i++) {
      int distance = values.get(Layouts.INT, (from + i) << 2) - first;
      passed |= (distance + Integer.MIN_VALUE <= last ? 1L : 0L) << i;
    }
    return passed;
  }

  private long shorts(MemorySegment values, long from, int count) {
    int first = (int) low;
    int last = (int) span & 0xFFFF;
    long passed = 0;
    for (int i = 0; i < count; i++) {
      int distance = (values.get(Layouts.SHORT, (from + i) << 1) - first) & 0xFFFF;
      passed |= (distance <= last ? 1L : 0L) << i;
    }
    return passed;
  }

  private long bytes(MemorySegment values, long from, int count) {
    int first = (int) low;
    int last = (int) span & 0xFF;
    long passed = 0;
    for (int i = 0; i < count; i++) {
      int distance = (values.get(Layouts.BYTE, from + i) - first) & 0xFF;
      passed |= (distance <= last ? 1L : 0L) << i;
    }
    return passed;
  }
}
