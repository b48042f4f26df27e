package io.zenith.internal.layout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Gathers rows for a [Concat] that several users may share: each row is copied once, however many
/// use it, in the order in which it lies in its node. So no copy is larger than what it is made of.
final class SharedParts {
  private final Map<Node, List<Use>> uses = new LinkedHashMap<>();

  private record Use(long start, long count, long user) {
    long end() {
      return start + count;
    }
  }

  /// Is told where the rows of a user begin in the copy.
  @FunctionalInterface
  interface Places {
    void set(long user, long place);
  }

  void add(Node node, long start, long count, long user) {
    uses.computeIfAbsent(node, _ -> new ArrayList<>()).add(new Use(start, count, user));
  }

  /// The ranges to copy, at least one: without rows it is an empty one of `like`.
  List<Part> parts(Node like, Places places) {
    PartList parts = new PartList();
    uses.forEach((node, ofNode) -> {
      ofNode.sort(Comparator.comparingLong(Use::start));
      long end = 0;
      for (Use use : ofNode) {
        long from = Math.max(end, use.start);
        parts.add(node, from, Math.max(0, use.end() - from));
        end = Math.max(end, use.end());
        places.set(use.user, parts.count() - (end - use.start));
      }
    });
    return parts.parts(like);
  }
}
