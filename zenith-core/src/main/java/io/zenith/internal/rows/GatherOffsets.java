package io.zenith.internal.rows;

import io.zenith.internal.layout.NewOffsets;
import io.zenith.internal.layout.Node;
import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Finds what the rows of text, binary and list columns hold, and makes their new offsets.
///
/// @param offsets the new offsets
/// @param elements the bytes or elements to copy
record GatherOffsets(MemorySegment offsets, GatherRanges elements) {

  static GatherOffsets of(
      Node[] nodes, GatherRanges rows, GatherPlan plan, SegmentAllocator memory) {
    GatherRanges elements = rows.inner(plan.count());
    for (int group = 0; group < plan.groups(); group++) {
      find(nodes[group], rows, elements, plan.start(group), plan.end(group));
    }
    // A file that was cut may have given any offsets.
    Fault.settle();
    elements.place(plan, nodes[0]);
    NewOffsets offsets = new NewOffsets(nodes[0], rows.rows, rows.rows + 1, memory);
    offsets.set(0, 0);
    if (rows.single) {
      for (int i = 0; i < plan.count(); i++) {
        int at = plan.place(i);
        offsets.set(i + 1, elements.to[at] + elements.size[at]);
      }
    } else {
      for (int group = 0; group < plan.groups(); group++) {
        shift(nodes[group], rows, elements, offsets, plan.start(group), plan.end(group));
      }
    }
    return new GatherOffsets(offsets.segment(), elements);
  }

  private static void find(
      Node node, GatherRanges rows, GatherRanges elements, int start, int end) {
    for (int i = start; i < end; i++) {
      long from = node.offset(rows.from[i]);
      elements.from[i] = from;
      elements.size[i] = node.offset(rows.from[i] + rows.size[i]) - from;
    }
  }

  private static void shift(
      Node node, GatherRanges rows, GatherRanges elements, NewOffsets offsets, int start, int end) {
    for (int i = start; i < end; i++) {
      long shift = elements.to[i] - elements.from[i];
      for (long row = 1; row <= rows.size[i]; row++) {
        offsets.set(rows.to[i] + row, node.offset(rows.from[i] + row) + shift);
      }
    }
  }
}
