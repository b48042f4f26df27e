package io.zenith.internal.order;

/// What an order is made of besides the rows of the splits.
///
/// @param kind how far rows are shuffled
/// @param seed any number, of which 0 is one; without meaning where nothing is shuffled
/// @param window rows that are shuffled together, over all lanes; without meaning in a global
///   shuffle
/// @param lanes parts of the rows with an order of their own
/// @param globalBatch rows of a step, over all ranks
/// @param end what becomes of the rows that do not fill a step
public record OrderSpec(
    ShuffleKind kind, long seed, long window, int lanes, long globalBatch, End end) {
  static final int MOST_LANES = 1 << 20;
  static final long MOST_BATCH = 1L << 40;

  /// @throws IllegalArgumentException if a number is not in its limits
  public OrderSpec {
    requireBetween("window", window, Long.MAX_VALUE);
    requireBetween("lanes", lanes, MOST_LANES);
    requireBetween("globalBatch", globalBatch, MOST_BATCH);
  }

  static void requireBetween(String option, long value, long most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(option + " " + value + "; between 1 and " + most);
    }
  }
}
