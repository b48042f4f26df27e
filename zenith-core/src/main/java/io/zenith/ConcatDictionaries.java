package io.zenith;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Copies dictionary columns, whose dictionaries it joins: the copy has the values that its rows
/// use, in order of first use.
///
/// @param parts the rows
/// @param count how many rows these are
/// @param memory where the copy goes
record ConcatDictionaries(List<Part> parts, long count, SegmentAllocator memory) {
  /// A value of a dictionary.
  private record Entry(Node dictionary, long index) {}

  Node build(MemorySegment validity) {
    Node first = parts.getFirst().node();
    int[] indices = new int[Math.toIntExact(count)];
    Map<Entry, Integer> places = new LinkedHashMap<>();
    int at = 0;
    for (Part part : parts) {
      Node values = Objects.requireNonNull(part.node().dictionary);
      for (long i = part.start(); i < part.end(); i++) {
        int place = 0;
        if (!part.node().isNull(i)) {
          Entry entry = new Entry(values, part.node().integer(i));
          Integer known = places.putIfAbsent(entry, places.size());
          place = known == null ? places.size() - 1 : known;
        }
        indices[at++] = place;
      }
    }
    PartList used = new PartList();
    places.keySet().forEach(entry -> used.add(entry.dictionary, entry.index, 1));
    Node joined = Concat.of(used.parts(Objects.requireNonNull(first.dictionary)), memory);
    DataType.Int stored = index(((DataType.Dictionary) first.field.type()).index(), joined.length);
    MemorySegment memoryOfIndices = memory.allocate(count * stored.bits() / 8, 64);
    for (int i = 0; i < count; i++) {
      Layouts.setInteger(memoryOfIndices, i, indices[i], stored.bits());
    }
    return first.like(count, Buffers.of(validity, memoryOfIndices), List.of(), joined, stored);
  }

  /// The type of the indices, unless it cannot count so many values: those of several dictionaries
  /// may be more than any of them has.
  private static DataType.Int index(DataType.Int index, long values) {
    int bits = index.signed() ? index.bits() - 1 : index.bits();
    return bits >= 32 || values <= 1L << bits ? index : new DataType.Int(32, true);
  }
}
