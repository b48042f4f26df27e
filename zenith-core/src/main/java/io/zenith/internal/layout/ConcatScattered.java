package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// Copies list views and dense unions: rows that name places in their children, in any order, and
/// that may share them.
///
/// @param parts the rows
/// @param count how many rows these are
/// @param memory where the copy goes
record ConcatScattered(List<Part> parts, long count, SegmentAllocator memory) {
  /// Lists that lie anywhere keep the order of their elements, and may share them.
  Node listViews(MemorySegment validity) {
    Node first = parts.getFirst().node();
    NewOffsets offsets = new NewOffsets(first, count, count, memory);
    NewOffsets sizes = new NewOffsets(first, count, count, memory);
    SharedParts elements = new SharedParts();
    long at = 0;
    for (Part part : parts) {
      Node values = part.node().children.getFirst();
      for (long i = part.start(); i < part.end(); i++, at++) {
        long size = part.node().isNull(i) ? 0 : part.node().size(i);
        offsets.set(at, 0);
        sizes.set(at, size);
        if (size > 0) {
          elements.add(values, part.node().offset(i), size, at);
        }
      }
    }
    List<Part> copied = elements.parts(first.children.getFirst(), offsets::set);
    return first.like(
        count,
        Buffers.ofListViews(validity, offsets.segment(), sizes.segment()),
        List.of(Concat.of(copied, memory)),
        null);
  }

  /// A union of each child with the values that the rows use.
  Node denseUnion(MemorySegment validity, MemorySegment typeIds) {
    Node first = parts.getFirst().node();
    List<SharedParts> members = first.children.stream().map(_ -> new SharedParts()).toList();
    NewOffsets offsets = new NewOffsets(first, count, count, memory);
    long at = 0;
    for (Part part : parts) {
      for (long i = part.start(); i < part.end(); i++, at++) {
        int child = Unions.index(part.node(), i);
        members.get(child).add(part.node().children.get(child), part.node().offset(i), 1, at);
      }
    }
    List<Node> children = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      List<Part> copied = members.get(i).parts(first.children.get(i), offsets::set);
      children.add(Concat.of(copied, memory));
    }
    return first.like(count, Buffers.of(validity, offsets.segment(), typeIds), children, null);
  }
}
