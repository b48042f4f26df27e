package io.zenith.internal.rows;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Gathers bitmaps: booleans, and which rows are not null.
///
/// @param bits the new bitmap
record GatherBits(MemorySegment bits) {

  /// Of rows in any order: the memory is cleared first, since those of a byte may come from several
  /// nodes.
  private static GatherBits of(long rows, SegmentAllocator memory) {
    return new GatherBits(memory.allocate((rows + 7) >>> 3, 64).fill((byte) 0));
  }

  /// Which rows are not null; empty if no node has a bitmap.
  static MemorySegment validity(
      Node[] nodes, GatherRanges ranges, GatherPlan plan, SegmentAllocator memory) {
    if (!haveBitmaps(nodes, plan.groups())) {
      return MemorySegment.NULL;
    }
    GatherBits gathered = of(ranges.rows, memory);
    for (int group = 0; group < plan.groups(); group++) {
      MemorySegment validity = nodes[group].validity;
      if (validity.byteSize() == 0) {
        gathered.set(ranges, plan.start(group), plan.end(group));
      } else {
        gathered.copy(validity, ranges, plan.start(group), plan.end(group));
      }
    }
    return gathered.bits;
  }

  private static boolean haveBitmaps(Node[] nodes, int count) {
    for (int group = 0; group < count; group++) {
      if (nodes[group].validity.byteSize() > 0) {
        return true;
      }
    }
    return false;
  }

  /// Booleans.
  static MemorySegment values(
      Node[] nodes, GatherRanges ranges, GatherPlan plan, SegmentAllocator memory) {
    GatherBits gathered = of(ranges.rows, memory);
    for (int group = 0; group < plan.groups(); group++) {
      gathered.copy(nodes[group].values, ranges, plan.start(group), plan.end(group));
    }
    return gathered.bits;
  }

  private void set(GatherRanges ranges, int start, int end) {
    for (int i = start; i < end; i++) {
      long last = ranges.to[i] + ranges.size[i];
      for (long to = ranges.to[i]; to < last; to++) {
        or(to, 1);
      }
    }
  }

  private void copy(MemorySegment from, GatherRanges ranges, int start, int end) {
    for (int i = start; i < end; i++) {
      long row = ranges.from[i];
      long last = ranges.to[i] + ranges.size[i];
      for (long to = ranges.to[i]; to < last; row++, to++) {
        or(to, from.get(Layouts.BYTE, row >>> 3) >> (row & 7) & 1);
      }
    }
  }

  /// Without a branch: nobody can foretell the bits of random rows.
  private void or(long at, int bit) {
    bits.set(Layouts.BYTE, at >>> 3, (byte) (bits.get(Layouts.BYTE, at >>> 3) | bit << (at & 7)));
  }
}
