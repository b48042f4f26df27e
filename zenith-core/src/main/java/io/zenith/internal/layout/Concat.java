package io.zenith.internal.layout;

import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Copies ranges of rows, one after the other, into one new column.
///
/// It serves batches that are kept and batches whose rows lie in more than one record batch.
/// Layouts that are more than a copy of bytes have classes of their own.
public final class Concat {
  private final Node first;
  private final List<Part> parts;
  private final SegmentAllocator memory;
  private final long count;

  private Concat(List<Part> parts, SegmentAllocator memory) {
    this.first = parts.getFirst().node();
    this.parts = parts;
    this.memory = memory;
    this.count = sum();
  }

  private long sum() {
    long sum = 0;
    for (Part part : parts) {
      sum += part.count();
      requireCountable(sum, first);
    }
    return sum;
  }

  /// Throws if a sum of rows of a column has overflowed.
  public static void requireCountable(long sum, Node column) {
    if (sum < 0) {
      throw new IllegalStateException(
          column.where() + ": 2^63 values or more in one batch; make it smaller");
    }
  }

  /// A copy of `count` rows.
  public static Node copy(Node node, long start, long count, SegmentAllocator memory) {
    return of(List.of(new Part(node.checked(), start, count)), memory);
  }

  /// The rows of all parts, column by column. The parts hold nothing but their rows, and are
  /// checked.
  public static Node[] join(List<Node[]> parts, SegmentAllocator memory) {
    Node[] joined = parts.getFirst().clone();
    for (int i = 0; i < joined.length; i++) {
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
  public static Node of(List<Part> parts, SegmentAllocator memory) {
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
    MemorySegment validity = validity();
    return switch (first.kind) {
      case NULL -> node(Buffers.of(MemorySegment.NULL, MemorySegment.NULL), List.of());
      case BOOLEAN -> node(Buffers.of(validity, booleans()), List.of());
      case BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, INTERVAL, FIXED_SIZE_BINARY ->
          node(Buffers.of(validity, fixed(first.width)), List.of());
      case UTF8, BINARY ->
          first.scattered
              ? new ConcatViews(parts, count, memory).build(validity)
              : node(Buffers.of(validity, offsets(), bytes()), List.of());
      case LIST ->
          first.scattered
              ? new ConcatScattered(parts, count, memory).listViews(validity)
              : node(Buffers.of(validity, offsets(), MemorySegment.NULL), List.of(elements()));
      case FIXED_SIZE_LIST -> {
        int size = ((DataType.FixedSizeList) first.field.type()).size();
        yield node(Buffers.of(validity, MemorySegment.NULL), List.of(child(0, size)));
      }
      case STRUCT -> node(Buffers.of(validity, MemorySegment.NULL), children());
      case UNION ->
          Unions.isDense(first)
              ? new ConcatScattered(parts, count, memory).denseUnion(validity, fixed(1))
              : node(Buffers.of(validity, fixed(1)), children());
      case RUN_END_ENCODED -> new ConcatRuns(parts, count, memory).build();
      case DICTIONARY -> new ConcatDictionaries(parts, count, memory).build(validity);
    };
  }

  private Node node(Buffers buffers, List<Node> children) {
    return first.like(count, buffers, children, null);
  }

  private MemorySegment allocate(long bytes) {
    return memory.allocate(bytes, 64);
  }

  /// The bitmaps of the parts, if there are any.
  private MemorySegment validity() {
    if (parts.stream().allMatch(part -> part.node().validity.byteSize() == 0)) {
      return MemorySegment.NULL;
    }
    MemorySegment bits = allocate((count + 7) >>> 3);
    long at = 0;
    for (Part part : parts) {
      for (long i = 0; i < part.count(); i++, at++) {
        setBit(bits, at, !part.node().isMarkedNull(part.start() + i));
      }
    }
    return bits;
  }

  private MemorySegment booleans() {
    MemorySegment bits = allocate((count + 7) >>> 3);
    long at = 0;
    for (Part part : parts) {
      for (long i = part.start(); i < part.end(); i++, at++) {
        setBit(bits, at, part.node().bit(i));
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
      long bytes = part.count() * width;
      MemorySegment.copy(part.node().values, part.start() * width, values, at, bytes);
      at += bytes;
    }
    return values;
  }

  private MemorySegment offsets() {
    NewOffsets offsets = new NewOffsets(first, count, count + 1, memory);
    long at = 0;
    long end = 0;
    offsets.set(0, 0);
    for (Part part : parts) {
      long shift = end - from(part);
      for (long i = 1; i <= part.count(); i++) {
        end = part.node().offset(part.start() + i) + shift;
        offsets.set(++at, end);
      }
    }
    return offsets.segment();
  }

  private MemorySegment bytes() {
    MemorySegment bytes = allocate(parts.stream().mapToLong(part -> to(part) - from(part)).sum());
    long at = 0;
    for (Part part : parts) {
      long size = to(part) - from(part);
      MemorySegment.copy(part.node().values, from(part), bytes, at, size);
      at += size;
    }
    return bytes;
  }

  private static long from(Part part) {
    return part.count() == 0 ? 0 : part.node().offset(part.start());
  }

  private static long to(Part part) {
    return part.count() == 0 ? 0 : part.node().offset(part.end());
  }

  private Node elements() {
    return of(
        parts.stream()
            .map(part ->
                new Part(part.node().children.getFirst(), from(part), to(part) - from(part)))
            .toList(),
        memory);
  }

  private List<Node> children() {
    List<Node> children = new ArrayList<>();
    for (int i = 0; i < first.children.size(); i++) {
      children.add(child(i, 1));
    }
    return children;
  }

  private Node child(int index, int size) {
    return of(
        parts.stream()
            .map(part ->
                new Part(part.node().children.get(index), part.start() * size, part.count() * size))
            .toList(),
        memory);
  }
}
