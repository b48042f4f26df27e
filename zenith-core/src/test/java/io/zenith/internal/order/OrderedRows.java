package io.zenith.internal.order;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The rows of each step by the plain definition of the order, for tests of what uses it.
public final class OrderedRows {
  private static final int LARGEST_BLOCK = 1 << 20;

  private final Reference reference;
  private final Map<Integer, List<Long>> epochs = new HashMap<>();

  private OrderedRows(Reference reference) {
    this.reference = reference;
  }

  public static OrderedRows of(
      List<Long> splitRows,
      ShuffleKind kind,
      long seed,
      long window,
      int lanes,
      long globalBatch,
      End end) {
    OrderSpec spec = new OrderSpec(kind, seed, window, lanes, globalBatch, end);
    return new OrderedRows(new Reference(splitRows, LARGEST_BLOCK, spec));
  }

  public long steps() {
    return reference.steps();
  }

  public List<Long> rows(int epoch, int step, int rank, int world) {
    return step(epoch, step, rank, world).rows();
  }

  public int padding(int epoch, int step, int rank, int world) {
    return step(epoch, step, rank, world).padding();
  }

  private Reference.Rows step(int epoch, int step, int rank, int world) {
    return reference.step(epochs.computeIfAbsent(epoch, reference::epoch), step, rank, world);
  }
}
