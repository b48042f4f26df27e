package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// Copies run-end encoded rows without unfolding them.
///
/// @param parts the rows
/// @param count how many rows these are
/// @param memory where the copy goes
record ConcatRuns(List<Part> parts, long count, SegmentAllocator memory) {
  /// The runs that the rows are in, cut to the rows. The ends have the width of the type unless the
  /// rows are too many for it.
  Node build() {
    Node first = parts.getFirst().node();
    Node ends = first.children.getFirst();
    DataType.Int stored = (DataType.Int) ends.field.type();
    if (count > Long.MAX_VALUE >> (64 - stored.bits())) {
      stored = new DataType.Int(64, true);
    }
    List<Long> joined = new ArrayList<>();
    PartList values = new PartList();
    long before = 0;
    for (Part part : parts) {
      long end = part.end();
      long run = part.count() == 0 ? 0 : Runs.find(part.node(), part.start());
      for (long at = part.start(); at < end; run++) {
        at = Math.min(end, part.node().children.getFirst().integer(run));
        if (values.endsWith(part.node().children.getLast(), run)) {
          joined.removeLast();
        } else {
          values.add(part.node().children.getLast(), run, 1);
        }
        joined.add(before + at - part.start());
      }
      before += part.count();
    }
    MemorySegment memoryOfEnds = memory.allocate((long) joined.size() * stored.bits() / 8, 64);
    for (int i = 0; i < joined.size(); i++) {
      Layouts.setInteger(memoryOfEnds, i, joined.get(i), stored.bits());
    }
    Buffers buffers = Buffers.of(MemorySegment.NULL, memoryOfEnds);
    return first.like(
        count,
        Buffers.of(MemorySegment.NULL, MemorySegment.NULL),
        List.of(
            ends.like(joined.size(), buffers, List.of(), null, stored),
            Concat.of(values.parts(first.children.getLast()), memory)),
        null);
  }
}
