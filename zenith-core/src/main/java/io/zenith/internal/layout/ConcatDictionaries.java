package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Objects;

/// Copies dictionary columns, whose dictionaries it joins: the copy has the values that its rows
/// use, in order of first use. Equal values of several dictionaries become one, but for nested
/// ones.
///
/// @param parts the rows
/// @param count how many rows these are
/// @param memory where the copy goes
public record ConcatDictionaries(List<Part> parts, long count, SegmentAllocator memory) {

  Node build(MemorySegment validity) {
    Node first = parts.getFirst().node();
    int[] indices = new int[Math.toIntExact(count)];
    boolean several = parts.stream().map(part -> part.node().dictionary).distinct().count() > 1;
    JoinedValues values = new JoinedValues(several);
    int at = 0;
    for (Part part : parts) {
      Node dictionary = Objects.requireNonNull(part.node().dictionary);
      for (long i = part.start(); i < part.end(); i++) {
        indices[at++] =
            part.node().isNull(i) ? 0 : values.place(dictionary, part.node().integer(i));
      }
    }
    Node joined = Concat.of(values.used(Objects.requireNonNull(first.dictionary)), memory);
    DataType.Int stored = index(((DataType.Dictionary) first.field.type()).index(), joined.length);
    MemorySegment memoryOfIndices = memory.allocate(count * stored.bits() / 8, 64);
    for (int i = 0; i < count; i++) {
      Layouts.setInteger(memoryOfIndices, i, indices[i], stored.bits());
    }
    return first.like(count, Buffers.of(validity, memoryOfIndices), List.of(), joined, stored);
  }

  /// The type of the indices, unless it cannot count so many values: those of several dictionaries
  /// may be more than any of them has.
  public static DataType.Int index(DataType.Int index, long values) {
    int bits = index.signed() ? index.bits() - 1 : index.bits();
    return bits >= 32 || values <= 1L << bits ? index : new DataType.Int(32, true);
  }
}
