package io.zenith;

import io.zenith.spi.ArrayData;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The dictionary that each column had last. The record batches of a file share their dictionaries,
/// which may be large: they are checked once, and not with each record batch.
final class DictionaryNodes {
  private final Map<ColumnPath, Known> known = new ConcurrentHashMap<>();

  /// A dictionary as it was delivered, and what was made of it.
  private record Known(ArrayData data, Node node) {}

  /// The node that was made of this very dictionary.
  @SuppressWarnings("ReferenceEquality") // equal bytes elsewhere are another dictionary
  Optional<Node> find(ColumnPath path, ArrayData data) {
    Known last = known.get(path);
    return last != null && last.data == data ? Optional.of(last.node) : Optional.empty();
  }

  void put(ColumnPath path, ArrayData data, Node node) {
    known.put(path, new Known(data, node));
  }
}
