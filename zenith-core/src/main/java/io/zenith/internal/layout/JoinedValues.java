package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The values of one or several dictionaries that some rows use, in order of first use, each once.
public final class JoinedValues {
  private final boolean several;
  private final PartList used = new PartList();
  private final Map<Entry, Integer> places = new HashMap<>();

  /// The place of each value, where several dictionaries may have it.
  private final Map<Object, Integer> values = new HashMap<>();

  /// A value by its place in a dictionary.
  private record Entry(Node dictionary, long index) {}

  /// A value by its bytes: numbers are equal if their bits are.
  private record Bytes(MemorySegment bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes(MemorySegment otherBytes) && bytes.mismatch(otherBytes) == -1;
    }

    @Override
    public int hashCode() {
      int hash = 1;
      for (long i = 0; i < bytes.byteSize(); i++) {
        hash = 31 * hash + bytes.get(Layouts.BYTE, i);
      }
      return hash;
    }
  }

  /// @param several whether there may be more dictionaries than one
  public JoinedValues(boolean several) {
    this.several = several;
  }

  /// The place of a value among those used.
  public int place(Node dictionary, long index) {
    Entry entry = new Entry(dictionary, index);
    Integer known = places.get(entry);
    if (known == null) {
      known = several ? add(value(entry), entry) : add(entry, entry);
      places.put(entry, known);
    }
    return known;
  }

  private int add(Object value, Entry entry) {
    Integer known = values.putIfAbsent(value, values.size());
    if (known != null) {
      return known;
    }
    used.add(entry.dictionary, entry.index, 1);
    return values.size() - 1;
  }

  /// What tells a value from others: its bytes, or where it is, if it nests others.
  private static Object value(Entry entry) {
    Node dictionary = entry.dictionary;
    if (dictionary.isNull(entry.index)) {
      return List.of();
    }
    return switch (dictionary.kind) {
      case BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, INTERVAL, FIXED_SIZE_BINARY ->
          new Bytes(dictionary.values.asSlice(entry.index * dictionary.width, dictionary.width));
      case UTF8, BINARY -> new Bytes(VariableBytes.slice(dictionary, entry.index));
      case BOOLEAN -> dictionary.bit(entry.index);
      case NULL, LIST, FIXED_SIZE_LIST, STRUCT, UNION, RUN_END_ENCODED, DICTIONARY -> entry;
    };
  }

  /// The used values, to be copied.
  ///
  /// @param like a dictionary, whose type they have
  List<Part> used(Node like) {
    return used.parts(like);
  }
}
