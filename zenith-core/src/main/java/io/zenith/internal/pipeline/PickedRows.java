package io.zenith.internal.pipeline;

/// Which rows were gathered for some steps: their numbers and positions, and a sum over each step
/// that whoever gathers them may set. Filled again for each group of steps.
public final class PickedRows {
  private long[] numbers = new long[0];
  private long[] positions = new long[0];
  private int filled;
  private StepGroup group = new StepGroup(0, 0, 0);

  // For each step: where its rows begin, how many there are without padding, and their sum.
  private int[] starts = new int[1];
  private int[] rows = new int[1];
  private long[] uppers = new long[1];
  private long[] lowers = new long[1];

  void begin(StepGroup steps, int count) {
    group = steps;
    filled = 0;
    if (numbers.length < count) {
      numbers = new long[count];
      positions = new long[count];
    }
    int size = (int) (steps.end() - steps.from());
    if (rows.length < size) {
      starts = new int[size];
      rows = new int[size];
      uppers = new long[size];
      lowers = new long[size];
    }
  }

  void beginStep(long step) {
    starts[at(step)] = filled;
  }

  /// What follows in this step is padding.
  void beginPadding(long step) {
    rows[at(step)] = filled - starts[at(step)];
  }

  /// Room for the numbers of rows at positions `first`, `first + interval`, ...
  ///
  /// @return where they go among the numbers
  int add(long first, int interval, int count) {
    for (int i = 0; i < count; i++) {
      positions[filled + i] = first + (long) i * interval;
    }
    int at = filled;
    filled += count;
    return at;
  }

  private int at(long step) {
    return (int) (step - group.from());
  }

  /// The epoch of the steps.
  public int epoch() {
    return group.epoch();
  }

  /// The first step.
  public long firstStep() {
    return group.from();
  }

  /// Behind the last step.
  public long endStep() {
    return group.end();
  }

  /// The numbers of all rows in the dataset, and then nothing of meaning.
  public long[] numbers() {
    return numbers;
  }

  /// The number in the dataset of the row at a place.
  public long number(long place) {
    return numbers[(int) place];
  }

  /// The positions of all rows in the epoch, and then nothing of meaning.
  public long[] positions() {
    return positions;
  }

  /// Where the rows of a step begin.
  public int start(long step) {
    return starts[at(step)];
  }

  /// How many rows a step has, without padding.
  public int rows(long step) {
    return rows[at(step)];
  }

  /// Keeps the sum over a step.
  public void sum(long step, long upper, long lower) {
    uppers[at(step)] = upper;
    lowers[at(step)] = lower;
  }

  /// The upper half of the sum over a step.
  public long upper(long step) {
    return uppers[at(step)];
  }

  /// The lower half of the sum over a step.
  public long lower(long step) {
    return lowers[at(step)];
  }
}
