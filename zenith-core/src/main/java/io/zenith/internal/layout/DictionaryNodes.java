package io.zenith.internal.layout;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// The dictionaries of one file or stream that were made nodes of last. Its columns and record
/// batches share dictionaries, which may be large: each is checked once, and not with each column
/// and batch.
///
/// One of several parts is joined, whole, in memory that the garbage collector frees: views of it
/// may be kept. Each record batch of a file gets as much of it as is its dictionary. So what a file
/// of many parts and record batches costs grows with its length, and not with its square.
///
/// A stream knows no parts that are still to come: each time that a dictionary has grown it is
/// another one, and joined again. Only the newest can be met again, so what two record batches one
/// after the other have not used is forgotten. The stream limits how often it makes this happen.
public final class DictionaryNodes {
  /// Splits that are decoded at a time may have dictionaries of their own.
  private static final int SPLITS = 16;

  private Map<Identity, Node> nodes;

  /// Of a stream: those that the record batch before has used.
  private Map<Identity, Node> before = Map.of();

  /// A dictionary as it was delivered: its part, or the list of its parts. Equal bytes elsewhere
  /// are another dictionary.
  private record Identity(Object data) {

    static Identity of(DictionaryData data) {
      return new Identity(data.parts().size() == 1 ? data.parts().getFirst() : data.parts());
    }

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

  private DictionaryNodes(Map<Identity, Node> nodes) {
    this.nodes = nodes;
  }

  /// Those of a file, whose record batches come in any order.
  ///
  /// @param fields its columns
  public static DictionaryNodes ofFile(List<Field> fields) {
    int most = SPLITS * Math.max(1, count(fields));
    return new DictionaryNodes(
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Identity, Node> eldest) {
            return size() > most;
          }
        });
  }

  /// Those of a stream, whose record batches come one after the other, each after [#begin].
  public static DictionaryNodes ofStream() {
    return new DictionaryNodes(new HashMap<>());
  }

  /// Begins the next record batch of a stream.
  public synchronized void begin() {
    before = nodes;
    nodes = new HashMap<>();
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

  /// The node of this very dictionary.
  ///
  /// @param layout makes a node of a part, given with its number
  Node of(DictionaryData data, BiFunction<ArrayData, Integer, Node> layout) {
    Node whole = find(data);
    if (whole == null) {
      whole = data.parts().size() == 1 ? put(data, layout) : putJoined(data, layout);
    }
    if (!whole.isCorrupt() && data.length() > whole.length) {
      throw new IllegalStateException(
          whole.where()
              + ": the format delivered "
              + whole.length
              + " dictionary values of "
              + data.length());
    }
    return whole.first(data.length());
  }

  private synchronized @Nullable Node find(DictionaryData data) {
    Identity identity = Identity.of(data);
    Node known = nodes.get(identity);
    if (known == null) {
      known = before.get(identity);
      if (known != null) {
        nodes.put(identity, known);
      }
    }
    return known;
  }

  private Node put(DictionaryData data, BiFunction<ArrayData, Integer, Node> layout) {
    Node node = layout.apply(data.parts().getFirst(), 0);
    synchronized (this) {
      nodes.put(Identity.of(data), node);
    }
    return node;
  }

  /// Under the lock, for it takes memory: others wait for it instead of joining the same.
  private synchronized Node putJoined(
      DictionaryData data, BiFunction<ArrayData, Integer, Node> layout) {
    Node known = find(data);
    if (known != null) {
      return known;
    }
    List<Node> parts = new ArrayList<>(data.parts().size());
    for (int i = 0; i < data.parts().size(); i++) {
      parts.add(layout.apply(data.parts().get(i), i));
    }
    Node node = join(parts);
    nodes.put(Identity.of(data), node);
    return node;
  }

  /// Where a part is corrupt, so is the dictionary, which shows when a column of it is used. A file
  /// that is cut now is of no use to anyone.
  private static Node join(List<Node> parts) {
    Node first = parts.getFirst();
    try {
      return Concat.of(
          parts.stream().map(node -> new Part(node.checked(), 0, node.length)).toList(),
          Arena.ofAuto());
    } catch (MalformedDataException e) {
      if (e.getCause() instanceof InternalError) {
        throw e;
      }
      return first.corrupt(e);
    } catch (NewOffsets.TooLongException _) {
      throw new UnsupportedDataException(
          first.where(), "a dictionary of more than 2 GiB is not supported");
    } catch (OutOfMemoryError e) {
      throw new UnsupportedDataException(
          first.where(),
          "a dictionary of "
              + parts.size()
              + " parts that does not fit into memory ("
              + e.getMessage()
              + ") is not supported");
    }
  }
}
