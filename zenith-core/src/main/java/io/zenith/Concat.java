package io.zenith;

import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Copies ranges of rows, one after the other, into one new column.
///
/// It serves batches that are kept and batches whose rows lie in more than one record batch.
/// Dictionaries are joined: the copy has the values its rows use, in order of first use, and 32-bit
/// indices inside (the type stays).
final class Concat {
  private final Node first;
  private final List<Part> parts;
  private final SegmentAllocator memory;
  private final long count;

  /// Rows of a node whose content is checked.
  record Part(Node node, long start, long count) {}

  private Concat(List<Part> parts, SegmentAllocator memory) {
    this.first = parts.getFirst().node();
    this.parts = parts;
    this.memory = memory;
    this.count = parts.stream().mapToLong(Part::count).sum();
  }

  /// A copy of `count` rows.
  static Node copy(Node node, long start, long count, SegmentAllocator memory) {
    return of(List.of(new Part(node.checked(), start, count)), memory);
  }

  /// The rows of all parts, column by column. The parts hold nothing but their rows, and are
  /// checked.
  static Node[] join(List<Node[]> parts, SegmentAllocator memory) {
    Node[] joined = parts.getFirst().clone();
    for (int i = 0; i < joined.length && parts.size() > 1; i++) {
      int column = i;
      joined[i] = join(parts.stream().map(part -> part[column]), memory);
    }
    return joined;
  }

  private static Node join(Stream<Node> nodes, SegmentAllocator memory) {
    List<Node> all = nodes.toList();
    return all.stream()
        .filter(Node::isCorrupt)
        .findFirst()
        .orElseGet(
            () -> of(all.stream().map(node -> new Part(node, 0, node.length)).toList(), memory));
  }

  /// A new node with the rows of all parts, which share a field.
  static Node of(List<Part> parts, SegmentAllocator memory) {
    try {
      return build(parts, memory);
    } catch (InternalError e) {
      throw parts.getFirst().node().fault(e);
    }
  }

  private static Node build(List<Part> parts, SegmentAllocator memory) {
    try {
      return new Concat(parts, memory).build();
    } finally {
      Fault.settle();
    }
  }

  private Node build() {
    boolean nulls = parts.stream().anyMatch(part -> part.node().hasNulls);
    MemorySegment validity = nulls ? validity() : MemorySegment.NULL;
    return switch (first.kind) {
      case BOOLEAN -> node(validity, MemorySegment.NULL, booleans(), List.of());
      case BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, FIXED_SIZE_BINARY ->
          node(validity, MemorySegment.NULL, fixed(first.width), List.of());
      case UTF8, BINARY -> node(validity, offsets(), bytes(), List.of());
      case LIST -> node(validity, offsets(), MemorySegment.NULL, List.of(elements()));
      case FIXED_SIZE_LIST -> {
        int size = ((DataType.FixedSizeList) first.field.type()).size();
        yield node(validity, MemorySegment.NULL, MemorySegment.NULL, List.of(child(0, size)));
      }
      case STRUCT -> {
        List<Node> children = new ArrayList<>();
        for (int i = 0; i < first.children.size(); i++) {
          children.add(child(i, 1));
        }
        yield node(validity, MemorySegment.NULL, MemorySegment.NULL, children);
      }
      case DICTIONARY -> dictionary(validity);
    };
  }

  private Node node(
      MemorySegment validity, MemorySegment offsets, MemorySegment values, List<Node> children) {
    return first.like(count, List.of(validity, offsets, values), children, null);
  }

  private MemorySegment allocate(long bytes) {
    return memory.allocate(bytes, 64);
  }

  private MemorySegment validity() {
    MemorySegment bits = allocate((count + 7) >>> 3);
    long at = 0;
    for (Part part : parts) {
      for (long i = 0; i < part.count; i++, at++) {
        setBit(bits, at, !part.node.isNull(part.start + i));
      }
    }
    return bits;
  }

  private MemorySegment booleans() {
    MemorySegment bits = allocate((count + 7) >>> 3);
    long at = 0;
    for (Part part : parts) {
      for (long i = part.start; i < part.start + part.count; i++, at++) {
        setBit(bits, at, part.node.bit(i));
      }
    }
    return bits;
  }

  /// Clears the byte at its first bit: the memory may hold something else.
  private static void setBit(MemorySegment bits, long at, boolean value) {
    int old = (at & 7) == 0 ? 0 : bits.get(Layouts.BYTE, at >> 3);
    bits.set(Layouts.BYTE, at >> 3, (byte) (old | (value ? 1 << (at & 7) : 0)));
  }

  private MemorySegment fixed(int width) {
    MemorySegment values = allocate(count * width);
    long at = 0;
    for (Part part : parts) {
      long bytes = part.count * width;
      MemorySegment.copy(part.node.values, part.start * width, values, at, bytes);
      at += bytes;
    }
    return values;
  }

  private MemorySegment offsets() {
    MemorySegment offsets = allocate((count + 1) << 2);
    long at = 0;
    long end = 0;
    offsets.set(Layouts.INT, 0, 0);
    for (Part part : parts) {
      long shift = end - from(part);
      for (long i = 1; i <= part.count; i++) {
        end = part.node.offset(part.start + i) + shift;
        if (end > Integer.MAX_VALUE) {
          throw new IllegalStateException(
              first.where() + ": " + count + " rows hold more than 2 GiB; make the batch smaller");
        }
        offsets.set(Layouts.INT, ++at << 2, (int) end);
      }
    }
    return offsets;
  }

  private MemorySegment bytes() {
    MemorySegment bytes = allocate(parts.stream().mapToLong(part -> to(part) - from(part)).sum());
    long at = 0;
    for (Part part : parts) {
      long size = to(part) - from(part);
      MemorySegment.copy(part.node.values, from(part), bytes, at, size);
      at += size;
    }
    return bytes;
  }

  private static long from(Part part) {
    return part.count == 0 ? 0 : part.node.offset(part.start);
  }

  private static long to(Part part) {
    return part.count == 0 ? 0 : part.node.offset(part.start + part.count);
  }

  private Node elements() {
    return of(
        parts.stream()
            .map(part -> new Part(part.node.children.getFirst(), from(part), to(part) - from(part)))
            .toList(),
        memory);
  }

  private Node child(int index, int size) {
    return of(
        parts.stream()
            .map(part ->
                new Part(part.node.children.get(index), part.start * size, part.count * size))
            .toList(),
        memory);
  }

  /// A value of a dictionary.
  private record Entry(Node dictionary, long index) {}

  private Node dictionary(MemorySegment validity) {
    MemorySegment indices = allocate(count << 2);
    Map<Entry, Integer> places = new LinkedHashMap<>();
    long at = 0;
    for (Part part : parts) {
      Node values = Objects.requireNonNull(part.node.dictionary);
      for (long i = part.start; i < part.start + part.count; i++) {
        int place = 0;
        if (!part.node.isNull(i)) {
          Entry entry = new Entry(values, part.node.integer(i));
          Integer known = places.putIfAbsent(entry, places.size());
          place = known == null ? places.size() - 1 : known;
        }
        indices.set(Layouts.INT, at++ << 2, place);
      }
    }
    List<Part> used =
        places.keySet().stream().map(entry -> new Part(entry.dictionary, entry.index, 1)).toList();
    Node values = Objects.requireNonNull(first.dictionary);
    Node joined = of(used.isEmpty() ? List.of(new Part(values, 0, 0)) : used, memory);
    List<MemorySegment> buffers = List.of(validity, MemorySegment.NULL, indices);
    return first.like(count, buffers, List.of(), joined);
  }
}
