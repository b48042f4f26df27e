package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Copies text or binary views, with their long values one after the other in as few buffers as
/// hold them: a view counts bytes in 31 bits.
///
/// Values may share bytes. If all buffers that they may be in are smaller than the values one after
/// the other would be, these buffers are copied as they are.
final class ConcatViews {
  private final List<Part> parts;
  private final long count;
  private final SegmentAllocator memory;
  private final List<MemorySegment> data = new ArrayList<>();

  ConcatViews(List<Part> parts, long count, SegmentAllocator memory) {
    this.parts = parts;
    this.count = count;
    this.memory = memory;
  }

  Node build(MemorySegment validity) {
    Set<Node> nodes = new LinkedHashSet<>(parts.stream().map(Part::node).toList());
    List<MemorySegment> sources = nodes.stream().flatMap(node -> node.data.stream()).toList();
    List<Long> sizes = sizes();
    MemorySegment views = memory.allocate(count * Views.BYTES, 64);
    if (sum(sizes) <= sum(sources.stream().map(MemorySegment::byteSize).toList())) {
      sizes.forEach(size -> data.add(memory.allocate(size, 64)));
      gather(views);
    } else {
      sources.forEach(source -> data.add(memory.allocate(source.byteSize(), 64).copyFrom(source)));
      share(views, nodes);
    }
    Node first = parts.getFirst().node();
    return first.like(count, Buffers.ofViews(validity, views, data), List.of(), null);
  }

  private static long sum(List<Long> sizes) {
    return sizes.stream().mapToLong(Long::longValue).sum();
  }

  /// What the long values fill, buffer by buffer, in the order in which they will be filled.
  private List<Long> sizes() {
    List<Long> sizes = new ArrayList<>();
    long used = 0;
    for (Part part : parts) {
      for (long i = part.start(); i < part.start() + part.count(); i++) {
        int length = Views.length(part.node(), i);
        if (length > Views.MOST_INLINE) {
          if (used + length > Integer.MAX_VALUE) {
            sizes.add(used);
            used = 0;
          }
          used += length;
        }
      }
    }
    if (used > 0) {
      sizes.add(used);
    }
    return sizes;
  }

  private void gather(MemorySegment views) {
    int buffer = 0;
    long used = 0;
    long at = 0;
    for (Part part : parts) {
      for (long i = part.start(); i < part.start() + part.count(); i++, at++) {
        MemorySegment value = Views.slice(part.node(), i);
        if (value.byteSize() <= Views.MOST_INLINE) {
          Views.write(views, at, value, 0, 0);
          continue;
        }
        if (value.byteSize() > data.get(buffer).byteSize() - used) {
          buffer++;
          used = 0;
        }
        MemorySegment.copy(value, 0, data.get(buffer), used, value.byteSize());
        Views.write(views, at, value, buffer, (int) used);
        used += value.byteSize();
      }
    }
  }

  /// Writes views of the copied buffers, those of one node behind those of the other.
  private void share(MemorySegment views, Set<Node> nodes) {
    Map<Node, Integer> buffers = new HashMap<>();
    int before = 0;
    for (Node node : nodes) {
      buffers.put(node, before);
      before += node.data.size();
    }
    long at = 0;
    for (Part part : parts) {
      Node node = part.node();
      int first = buffers.getOrDefault(node, 0);
      for (long i = part.start(); i < part.start() + part.count(); i++, at++) {
        MemorySegment value = Views.slice(node, i);
        boolean inline = value.byteSize() <= Views.MOST_INLINE;
        int buffer = inline ? 0 : first + Views.buffer(node, i);
        Views.write(views, at, value, buffer, inline ? 0 : Views.offset(node, i));
      }
    }
  }
}
