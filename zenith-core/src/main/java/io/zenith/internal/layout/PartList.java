package io.zenith.internal.layout;

import java.util.ArrayList;
import java.util.List;

/// Gathers rows for a [Concat], one range after the other. Ranges that follow each other in a node
/// become one.
public final class PartList {
  private final List<Part> parts = new ArrayList<>();
  private long count;

  /// How many rows there are so far.
  long count() {
    return count;
  }

  public void add(Node node, long start, long rows) {
    if (rows == 0) {
      return;
    }
    Part last = parts.isEmpty() ? null : parts.getLast();
    if (last != null && last.isBefore(node, start)) {
      parts.set(parts.size() - 1, new Part(node, last.start(), last.count() + rows));
    } else {
      parts.add(new Part(node, start, rows));
    }
    count += rows;
  }

  /// Whether a row of a node is the last one.
  boolean endsWith(Node node, long row) {
    return !parts.isEmpty() && parts.getLast().isBefore(node, row + 1);
  }

  /// The ranges, at least one: without rows it is an empty one of `like`.
  public List<Part> parts(Node like) {
    return parts.isEmpty() ? List.of(new Part(like, 0, 0)) : parts;
  }
}
