package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The dictionaries that are in force at one place of a stream.
final class StreamDictionaries {
  /// How often the bytes that have come may be joined or checked again, since a dictionary has
  /// grown or what it refers to has changed. With each record batch that would cost the square of
  /// the stream's length.
  private static final long MOST_TIMES = 256;

  private static final long FREE_BYTES = 64 << 20;

  private final SchemaLayout layout;
  private final Map<Long, State> states = new HashMap<>();

  /// Values with the dictionaries that they refer to, until one of these changes.
  private final Map<Long, DictionaryValues> complete = new HashMap<>();

  /// Bytes that were joined or checked again.
  private long work;

  /// What has come of one dictionary.
  ///
  /// @param bytes of its batches
  private record State(DictionaryValues values, long bytes) {}

  StreamDictionaries(SchemaLayout layout) {
    this.layout = layout;
  }

  /// Whether some columns refer to a dictionary, also by way of another one.
  boolean isNeeded(long id, Collection<ColumnLayout> columns) {
    for (ColumnLayout column : columns) {
      if (isNeeded(id, column.children())) {
        return true;
      }
      if (column.dictionary().isPresent()) {
        long own = column.dictionary().getAsLong();
        if (own == id || isNeeded(id, layout.dictionary(own).columns())) {
          return true;
        }
      }
    }
    return false;
  }

  /// Adds the next dictionary batch.
  ///
  /// @param values its values
  /// @param bytes of its body
  /// @param streamBytes that have come in all
  void add(DictionaryBlock block, ArrayData values, long bytes, long streamBytes, Place place) {
    State before = states.get(block.id());
    State now;
    if (!block.delta()) {
      now = new State(new DictionaryValues(List.of(), List.of()).append(values), bytes);
    } else if (before == null) {
      throw place.malformed("a delta to dictionary " + block.id(), "that dictionary before it");
    } else {
      now = new State(before.values.append(values), before.bytes + bytes);
      if (before.values.parts().size() == 1) {
        DictionaryValues.verifyJoinable(before.values.parts().getFirst(), now.bytes, place);
      }
      DictionaryValues.verifyJoinable(values, now.bytes, place);
      work += now.bytes;
    }
    states.put(block.id(), now);
    complete.clear();
    if (work - FREE_BYTES > MOST_TIMES * streamBytes) {
      throw place.malformed(
          "a change of a dictionary, as often before",
          "changes that cost " + MOST_TIMES + " times the length of the stream at most");
    }
  }

  /// The dictionaries that some columns need now, by id.
  Map<Long, DictionaryData> of(Collection<ColumnLayout> columns) {
    Map<Long, DictionaryData> needed = new HashMap<>();
    addNeeded(columns, needed);
    return needed;
  }

  private void addNeeded(Collection<ColumnLayout> columns, Map<Long, DictionaryData> needed) {
    for (ColumnLayout column : columns) {
      if (column.dictionary().isPresent()) {
        long id = column.dictionary().getAsLong();
        if (!needed.containsKey(id)) {
          needed.put(id, inForce(id));
        }
      }
      addNeeded(column.children(), needed);
    }
  }

  private DictionaryData inForce(long id) {
    BatchLayout values = layout.dictionary(id);
    State state = states.get(id);
    if (state == null) {
      // Honest writers leave a dictionary out only if no index refers to it. The core's check of
      // the indices finds the others.
      return DictionaryData.of(EmptyColumn.of(values.columns().getFirst().type()));
    }
    DictionaryValues whole =
        values.refersToDictionaries() ? complete(id, state, values) : state.values;
    return whole.first(whole.parts().size());
  }

  private DictionaryValues complete(long id, State state, BatchLayout values) {
    DictionaryValues known = complete.get(id);
    if (known == null) {
      work += state.bytes;
      known = state.values.complete(values.columns().getFirst(), of(values.columns()));
      complete.put(id, known);
    }
    return known;
  }
}
