package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// The dictionaries that are in force at one place of a stream.
final class StreamDictionaries {
  /// How many times as many bytes as have come may be joined or checked again, since a dictionary
  /// has grown or what it refers to has changed. With each record batch that would cost the square
  /// of the stream's length.
  private static final long MOST_TIMES = 256;

  private static final long FREE_BYTES = 64 << 20;

  /// What a part costs in a join beside its bytes, of which it may have none.
  private static final long PART_BYTES = 64;

  private final SchemaLayout layout;
  private final Map<Long, State> states = new HashMap<>();

  /// Values with the dictionaries that they refer to, until one of these changes.
  private final Map<Long, DictionaryValues> complete = new HashMap<>();

  /// Bytes that were joined or checked again.
  private long work;

  /// What has come of one dictionary.
  ///
  /// @param bytes of its batches in the stream
  /// @param joinedBytes that are joined or checked again with each change, decompressed
  private record State(DictionaryValues values, long bytes, long joinedBytes) {}

  StreamDictionaries(SchemaLayout layout) {
    this.layout = layout;
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
      now = new State(DictionaryValues.NONE.append(values), bytes, joinedBytes(values));
    } else if (before == null) {
      throw place.malformed("a delta to dictionary " + block.id(), "that dictionary before it");
    } else {
      now =
          new State(
              before.values.append(values),
              before.bytes + bytes,
              before.joinedBytes + joinedBytes(values));
      if (before.values.parts().size() == 1) {
        DictionaryValues.verifyJoinable(before.values.parts().getFirst(), now.bytes, place);
      }
      DictionaryValues.verifyJoinable(values, now.bytes, place);
      work += now.joinedBytes;
    }
    states.put(block.id(), now);
    complete.clear();
    if (work - FREE_BYTES > MOST_TIMES * streamBytes) {
      throw place.malformed(
          "a change of a dictionary, as often before",
          "changes that cost " + MOST_TIMES + " times the length of the stream at most");
    }
  }

  private static long joinedBytes(ArrayData values) {
    long bytes = PART_BYTES;
    for (MemorySegment buffer : values.buffers()) {
      bytes += buffer.byteSize();
    }
    for (ArrayData child : values.children()) {
      bytes += joinedBytes(child);
    }
    return bytes;
  }

  /// The dictionaries that some columns need now, by id.
  Map<Long, DictionaryData> of(Collection<ColumnLayout> columns) {
    Map<Long, DictionaryData> needed = new HashMap<>();
    for (long id : DictionaryIds.of(columns)) {
      needed.put(id, inForce(id));
    }
    return needed;
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
      work += state.joinedBytes;
      known = state.values.complete(values.columns().getFirst(), of(values.columns()));
      complete.put(id, known);
    }
    return known;
  }
}
