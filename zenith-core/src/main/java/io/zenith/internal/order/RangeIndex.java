package io.zenith.internal.order;

/// Finds the one of many ranges, laid end to end, that a number is in. Immutable.
///
/// It is asked for each row that is gathered, in random order, so that a branch on the number is
/// mispredicted half of the time: a binary search over two ranges takes longer than copying the row
/// does. So the numbers are cut into parts of one size, of which most lie in one range, and the
/// first range of each part is kept.
public final class RangeIndex {
  /// Of few ranges, few parts have the end of one in them.
  private static final int LEAST_PARTS = 64;

  /// Of many ranges of one size, which is a power of two, none has.
  private static final int PARTS_OF_RANGE = 2;

  private final int shift;
  private final int[] firsts;
  private final long[] ends;

  /// @param ends behind the last number of each range; ranges may be empty
  public RangeIndex(long[] ends) {
    this.ends = ends.clone();
    long numbers = ends.length == 0 ? 0 : ends[ends.length - 1];
    long parts = Math.max(LEAST_PARTS, (long) PARTS_OF_RANGE * ends.length);
    this.shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, numbers / parts));
    this.firsts = new int[Math.toIntExact(Math.ceilDiv(numbers, 1L << shift))];
    int range = 0;
    for (int part = 0; part < firsts.length; part++) {
      while (ends[range] <= (long) part << shift) {
        range++;
      }
      firsts[part] = range;
    }
  }

  /// The place of the range that has a number, which must be below the last end.
  public int at(long number) {
    int range = firsts[(int) (number >>> shift)];
    while (number >= ends[range]) {
      range++;
    }
    return range;
  }
}
