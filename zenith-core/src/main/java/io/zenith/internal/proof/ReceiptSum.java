package io.zenith.internal.proof;

/// Sums up the receipt of rows as they are delivered, without garbage.
///
/// The hash `order-1` of a row is two numbers of 64 bits, made of the same four by different means:
/// a sum of odd multiples, which maps row and position of a file to the two one to one, then the
/// finalizer of MurmurHash3 for the lower and that of SplitMix64 for the upper.
///
/// Not safe for use by several threads.
public final class ReceiptSum {
  /// Names the hash and its version: another hash, or one that takes in values, has another name.
  public static final String HASH = "order-1";

  // The first 64 bits of the fractions of square roots of primes, as in SHA-512.
  static final long UPPER_ROW = 0x6A09E667F3BCC908L;
  static final long LOWER_POSITION = 0xBB67AE8584CAA73BL;
  private static final long LOWER_EPOCH = 0x3C6EF372FE94F82BL;
  private static final long UPPER_EPOCH = 0xA54FF53A5F1D36F1L;
  private static final long LOWER_FILE = 0x510E527FADE682D1L;
  private static final long UPPER_FILE = 0x9B05688C2B3E6C1FL;

  // The factors of the finalizers.
  static final long MURMUR_1 = 0xFF51AFD7ED558CCDL;
  static final long MURMUR_2 = 0xC4CEB9FE1A85EC53L;
  static final long SPLIT_MIX_1 = 0xBF58476D1CE4E5B9L;
  static final long SPLIT_MIX_2 = 0x94D049BB133111EBL;

  static final long LOW_HALF = 0xFFFFFFFFL;

  private final RowHashes hashes = new RowHashes();
  private long rows;
  private long high;
  private long low;

  private long epoch = -1; // none
  private long lowerEpoch;
  private long upperEpoch;

  /// Adds one row.
  ///
  /// @param position in the order of the epoch
  /// @param file the number of its file
  /// @param row its number in the file
  public void add(long epoch, long position, int file, long row) {
    begin(epoch);
    addStep(1, upper(upperFile(file), position, row), lower(lowerFile(file), position, row));
  }

  /// Adds rows that follow each other in a file, at positions that follow each other.
  public void addRun(long epoch, long position, int file, long row, int count) {
    begin(epoch);
    long upperFile = upperFile(file);
    long lowerFile = lowerFile(file);
    // Halves of the lower number need no carry for 2^31 rows.
    long uppers = 0;
    long middles = 0;
    long lows = 0;
    for (int i = 0; i < count; i++) {
      uppers += upper(upperFile, position + i, row + i);
      long lower = lower(lowerFile, position + i, row + i);
      middles += lower >>> 32;
      lows += lower & LOW_HALF;
    }
    addHalves(count, uppers, middles, lows);
  }

  /// Adds rows of one file: faster than one by one.
  ///
  /// @param first the number of the first row of the file
  /// @param positions of all rows in the order of the epoch
  /// @param numbers of all rows in the dataset
  /// @param from the first that is added
  void addRows(
      long epoch, int file, long first, long[] positions, long[] numbers, int from, int count) {
    begin(epoch);
    // What is the same for all rows: they are counted from that of the dataset.
    long upperFile = upperFile(file) - UPPER_ROW * first;
    long lowerFile = lowerFile(file) - first;
    hashes.sum(upperFile, lowerFile, positions, numbers, from, count);
    addHalves(count, hashes.uppers, hashes.middles, hashes.lows);
  }

  /// Adds what another has summed up.
  public void add(ReceiptSum other) {
    addStep(other.rows, other.high, other.low);
  }

  /// Adds a sum of rows whose number is not known.
  void addSum(long upper, long lower) {
    addStep(0, upper, lower);
  }

  /// Whether both are the same sum, of however many rows.
  boolean isSameSum(ReceiptSum other) {
    return high == other.high && low == other.low;
  }

  /// Begins again at zero.
  public void clear() {
    rows = 0;
    high = 0;
    low = 0;
  }

  /// The upper 64 bits of the sum.
  public long high() {
    return high;
  }

  /// The lower 64 bits of the sum.
  public long low() {
    return low;
  }

  /// How many rows there are.
  public long rows() {
    return rows;
  }

  private void begin(long newEpoch) {
    if (newEpoch != epoch) {
      epoch = newEpoch;
      lowerEpoch = murmur(newEpoch + LOWER_EPOCH);
      upperEpoch = splitMix(newEpoch + UPPER_EPOCH);
    }
  }

  private long lowerFile(int file) {
    return lowerEpoch + LOWER_FILE * file;
  }

  private long upperFile(int file) {
    return upperEpoch + UPPER_FILE * file;
  }

  private static long lower(long lowerFile, long position, long row) {
    return murmur(lowerFile + row + LOWER_POSITION * position);
  }

  private static long upper(long upperFile, long position, long row) {
    return splitMix(upperFile + UPPER_ROW * row + position);
  }

  private void addHalves(int count, long uppers, long middles, long lows) {
    addStep(count, uppers + (middles >>> 32), middles << 32);
    addSum(0, lows);
  }

  /// Adds rows that were summed up before.
  public void addStep(long count, long upper, long lower) {
    long sum = low + lower;
    // The carry without a comparison, which would be mispredicted for every second row.
    high += upper + (((low & lower) | ((low | lower) & ~sum)) >>> 63);
    low = sum;
    rows += count;
  }

  private static long murmur(long number) {
    long hash = (number ^ (number >>> 33)) * MURMUR_1;
    hash = (hash ^ (hash >>> 33)) * MURMUR_2;
    return hash ^ (hash >>> 33);
  }

  private static long splitMix(long number) {
    long hash = (number ^ (number >>> 30)) * SPLIT_MIX_1;
    hash = (hash ^ (hash >>> 27)) * SPLIT_MIX_2;
    return hash ^ (hash >>> 31);
  }
}
