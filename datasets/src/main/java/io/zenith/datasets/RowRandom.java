package io.zenith.datasets;

/// The random numbers of one row of a column. Draw numbers are the caller's.
record RowRandom(CounterRandom random, long row) {

  long bits(int draw) {
    return random.bits(row, draw);
  }

  int below(int bound, int draw) {
    return random.below(bound, row, draw);
  }

  double uniform(int draw) {
    return random.uniform(row, draw);
  }

  double gaussian(int draw) {
    return random.gaussian(row, draw);
  }

  boolean oneIn(int chances, int draw) {
    return below(chances, draw) == 0;
  }

  byte[] bytes(int length, int firstDraw) {
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; at++) {
      bytes[at] = (byte) (bits(firstDraw + at / Long.BYTES) >>> (at % Long.BYTES * Byte.SIZE));
    }
    return bytes;
  }
}
