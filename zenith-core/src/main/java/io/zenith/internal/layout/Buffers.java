package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// The memory of a node, by what it is for; empty where the type has none of it.
///
/// @param validity a bit a value
/// @param offsets where values begin in bytes or elements; where the value of a dense union lies
/// @param sizes how many elements the lists of a list view have
/// @param values the values, the bytes of variable ones, views, or the type ids of a union
/// @param data where the long values of views lie
public record Buffers(
    MemorySegment validity,
    MemorySegment offsets,
    MemorySegment sizes,
    MemorySegment values,
    List<MemorySegment> data) {
  private static final MemorySegment NONE = MemorySegment.NULL;

  /// Of types without offsets.
  public static Buffers of(MemorySegment validity, MemorySegment values) {
    return new Buffers(validity, NONE, NONE, values, List.of());
  }

  /// Of types with offsets.
  public static Buffers of(MemorySegment validity, MemorySegment offsets, MemorySegment values) {
    return new Buffers(validity, offsets, NONE, values, List.of());
  }

  /// Of list views.
  static Buffers ofListViews(MemorySegment validity, MemorySegment offsets, MemorySegment sizes) {
    return new Buffers(validity, offsets, sizes, NONE, List.of());
  }

  /// Of text and binary views.
  static Buffers ofViews(MemorySegment validity, MemorySegment views, List<MemorySegment> data) {
    return new Buffers(validity, NONE, NONE, views, data);
  }
}
