package io.zenith.internal.order;

import io.zenith.internal.order.Keys.Purpose;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The definition of the order, plain and slow: all rows are in lists. Only the keyed bijection is
/// that of the code.
record Reference(List<Long> splitRows, int largestBlock, OrderSpec spec) {
  /// What is delivered to a rank, and what of it is padding.
  record Rows(List<Long> rows, int padding) {}

  private List<List<Long>> blocks() {
    List<List<Long>> blocks = new ArrayList<>();
    long row = 0;
    for (long rows : splitRows) {
      long parts = Math.ceilDiv(rows, largestBlock);
      for (long part = 0; part < parts; part++) {
        long size = rows / parts + (part < rows % parts ? 1 : 0);
        List<Long> block = new ArrayList<>();
        for (long i = 0; i < size; i++) {
          block.add(row++);
        }
        blocks.add(block);
      }
    }
    return blocks;
  }

  private <T> List<T> permuted(List<T> list, Purpose purpose, long epoch, long lane, long window) {
    if (spec.kind() == ShuffleKind.NONE) {
      return list;
    }
    Permutation permutation =
        Permutation.of(Keys.of(spec.seed(), purpose, epoch, lane, window), list.size());
    List<T> result = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      result.add(list.get((int) permutation.at(i)));
    }
    return result;
  }

  /// Each lane as a list of pieces, the same for all epochs.
  List<List<List<Long>>> lanes() {
    List<List<List<Long>>> lanes = new ArrayList<>();
    List<List<Long>> sequence = new ArrayList<>(permuted(blocks(), Purpose.BLOCKS, 0, 0, 0));
    long rows = sequence.stream().mapToLong(List::size).sum();
    for (int lane = 0; lane < spec.lanes(); lane++) {
      long missing = Math.ceilDiv(Math.max(0, rows - lane), (long) spec.lanes());
      List<List<Long>> pieces = new ArrayList<>();
      while (missing > 0) {
        List<Long> block = sequence.removeFirst();
        int taken = (int) Math.min(missing, block.size());
        pieces.add(block.subList(0, taken));
        if (taken < block.size()) {
          sequence.addFirst(block.subList(taken, block.size()));
        }
        missing -= taken;
      }
      lanes.add(pieces);
    }
    return lanes;
  }

  private List<Long> laneOrder(List<List<Long>> pieces, long epoch, int lane) {
    List<Long> laid =
        permuted(pieces, Purpose.PIECES, epoch, lane, 0).stream().flatMap(List::stream).toList();
    List<Long> order = new ArrayList<>();
    int size = (int) Math.ceilDiv(spec.window(), (long) spec.lanes());
    for (int from = 0; from < laid.size(); from += size) {
      List<Long> window = laid.subList(from, Math.min(laid.size(), from + size));
      order.addAll(permuted(window, Purpose.ROWS, epoch, lane, from / size));
    }
    return order;
  }

  /// The row of each position.
  List<Long> epoch(long epoch) {
    if (spec.kind() == ShuffleKind.GLOBAL) {
      List<Long> rows = blocks().stream().flatMap(List::stream).toList();
      return permuted(rows, Purpose.POSITIONS, epoch, 0, 0);
    }
    List<List<Long>> lanes = new ArrayList<>();
    for (List<List<Long>> pieces : lanes()) {
      lanes.add(laneOrder(pieces, epoch, lanes.size()));
    }
    List<Long> positions = new ArrayList<>();
    int rows = lanes.stream().mapToInt(List::size).sum();
    for (int p = 0; p < rows; p++) {
      positions.add(lanes.get(p % spec.lanes()).get(p / spec.lanes()));
    }
    return positions;
  }

  long steps() {
    long rows = blocks().stream().mapToLong(List::size).sum();
    return spec.end() == End.DROP
        ? rows / spec.globalBatch()
        : Math.ceilDiv(rows, spec.globalBatch());
  }

  /// A step of such an epoch for a rank.
  Rows step(List<Long> epoch, int step, int rank, int world) {
    int size = (int) spec.globalBatch();
    List<Long> sorted = new ArrayList<>();
    for (int lane = 0; lane < spec.lanes(); lane++) {
      for (int p = step * size; p < Math.min(epoch.size(), (step + 1) * size); p++) {
        if (p % spec.lanes() == lane) {
          sorted.add(epoch.get(p));
        }
      }
    }
    int real = sorted.size();
    List<Long> all = new ArrayList<>(sorted);
    while (spec.end() == End.PAD && all.size() < size) {
      all.addAll(sorted.subList(0, Math.min(real, size - all.size())));
    }
    int from = rank * all.size() / world;
    int to = (rank + 1) * all.size() / world;
    return new Rows(
        Collections.unmodifiableList(all.subList(from, to)),
        Math.max(0, to - Math.max(from, real)));
  }
}
