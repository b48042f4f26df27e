package io.zenith.internal.order;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The rows of each step by the plain definition of the order, for tests of what uses it.
public final class OrderedRows {
  private static final int LARGEST_BLOCK = 1 << 20;

  private final Reference reference;

  /// The numbers of the rows that the order counts.
  private final List<Long> numbers;

  private final Map<Integer, List<Long>> epochs = new HashMap<>();

  private OrderedRows(Reference reference, List<Long> numbers) {
    this.reference = reference;
    this.numbers = numbers;
  }

  /// The rows of splits, given as their numbers.
  public static OrderedRows of(
      List<List<Long>> splits,
      ShuffleKind kind,
      long seed,
      long window,
      int lanes,
      long globalBatch,
      End end) {
    OrderSpec spec = new OrderSpec(kind, seed, window, lanes, globalBatch, end);
    List<Long> splitRows = splits.stream().map(rows -> (long) rows.size()).toList();
    return new OrderedRows(
        new Reference(splitRows, LARGEST_BLOCK, spec),
        splits.stream().flatMap(List::stream).toList());
  }

  public long steps() {
    return reference.steps();
  }

  public List<Long> rows(int epoch, int step, int rank, int world) {
    return step(epoch, step, rank, world).rows().stream()
        .map(row -> numbers.get(Math.toIntExact(row)))
        .toList();
  }

  public int padding(int epoch, int step, int rank, int world) {
    return step(epoch, step, rank, world).padding();
  }

  /// The rows of an epoch that a run may touch which goes on at a step: those that were not
  /// delivered, and those of a window of which some were and some were not.
  public Set<Long> needed(int epoch, int step) {
    OrderSpec spec = reference.spec();
    long size = spec.kind() == ShuffleKind.GLOBAL ? 1 : Math.ceilDiv(spec.window(), spec.lanes());
    List<Long> rows = epochs.computeIfAbsent(epoch, reference::epoch);
    long delivered = step * spec.globalBatch();
    Set<Long> needed = new HashSet<>();
    for (int p = 0; p < rows.size(); p++) {
      long lane = p % spec.lanes();
      long laneEnd = Math.ceilDiv(rows.size() - lane, spec.lanes());
      long windowEnd = Math.min(laneEnd, (p / spec.lanes() / size + 1) * size);
      if ((windowEnd - 1) * spec.lanes() + lane >= delivered) {
        needed.add(numbers.get(Math.toIntExact(rows.get(p))));
      }
    }
    return needed;
  }

  private Reference.Rows step(int epoch, int step, int rank, int world) {
    return reference.step(epochs.computeIfAbsent(epoch, reference::epoch), step, rank, world);
  }
}
