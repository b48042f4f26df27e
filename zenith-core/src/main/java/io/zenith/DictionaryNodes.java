package io.zenith;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The dictionaries of one file that were made nodes of last. Its columns and record batches share
/// dictionaries, which may be large: each is checked once, and not with each column and batch.
final class DictionaryNodes {
  /// Splits that are decoded at a time may have dictionaries of their own.
  private static final int SPLITS = 16;

  private final Map<Identity, Node> nodes;

  /// A dictionary as it was delivered. Equal bytes elsewhere are another dictionary.
  private record Identity(ArrayData data) {
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(Object other) {
      return other instanceof Identity identity && identity.data == data;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(data);
    }
  }

  /// @param fields the columns of the file
  DictionaryNodes(List<Field> fields) {
    int most = SPLITS * Math.max(1, count(fields));
    nodes =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Identity, Node> eldest) {
            return size() > most;
          }
        };
  }

  private static int count(List<Field> fields) {
    int count = 0;
    for (Field field : fields) {
      DataType type = field.type();
      while (type instanceof DataType.Dictionary dictionary) {
        count++;
        type = dictionary.value();
      }
      count += count(type.children());
    }
    return count;
  }

  /// The node that was made of this very dictionary.
  synchronized Optional<Node> find(ArrayData data) {
    return Optional.ofNullable(nodes.get(new Identity(data)));
  }

  synchronized void put(ArrayData data, Node node) {
    nodes.put(new Identity(data), node);
  }
}
