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
/// Dictionaries are joined: the copy has the values its rows use, in order of first use.
final class Concat {
  private final Node first;
  private final List<Part> parts;
  private final SegmentAllocator memory;
  private final long count;

  /// Rows of a node whose content is checked.
  record Part(Node node, long start, long count) {

    /// Whether a row of a node is the one behind these.
    @SuppressWarnings("ReferenceEquality") // equal rows elsewhere lie elsewhere
    boolean isBefore(Node other, long place) {
      return node == other && start + count == place;
    }
  }

  /// Offsets of 32 bits do not reach.
  static final class TooLongException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private TooLongException(String message) {
      super(message);
    }
  }

  private Concat(List<Part> parts, SegmentAllocator memory) {
    this.first = parts.getFirst().node();
    this.parts = parts;
    this.memory = memory;
    this.count = sum();
  }

  private long sum() {
    long sum = 0;
    for (Part part : parts) {
      sum += part.count;
      if (sum < 0) {
        throw new IllegalStateException(
            first.where() + ": 2^63 values or more in one batch; make it smaller");
      }
    }
    return sum;
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
              ? listViews(validity)
              : node(Buffers.of(validity, offsets(), MemorySegment.NULL), List.of(elements()));
      case FIXED_SIZE_LIST -> {
        int size = ((DataType.FixedSizeList) first.field.type()).size();
        yield node(Buffers.of(validity, MemorySegment.NULL), List.of(child(0, size)));
      }
      case STRUCT -> node(Buffers.of(validity, MemorySegment.NULL), children());
      case UNION ->
          Unions.isDense(first)
              ? denseUnion(validity)
              : node(Buffers.of(validity, fixed(1)), children());
      case RUN_END_ENCODED -> runs();
      case DICTIONARY -> dictionary(validity);
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
      for (long i = 0; i < part.count; i++, at++) {
        setBit(bits, at, !part.node.isMarkedNull(part.start + i));
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
    MemorySegment offsets = allocateOffsets(count + 1);
    long at = 0;
    long end = 0;
    setOffset(offsets, 0, 0);
    for (Part part : parts) {
      long shift = end - from(part);
      for (long i = 1; i <= part.count; i++) {
        end = part.node.offset(part.start + i) + shift;
        setOffset(offsets, ++at, end);
      }
    }
    return offsets;
  }

  private MemorySegment allocateOffsets(long number) {
    return allocate(number << (first.wide ? 3 : 2));
  }

  private void setOffset(MemorySegment offsets, long at, long offset) {
    if (first.wide) {
      offsets.set(Layouts.LONG, at << 3, offset);
    } else if (offset <= Integer.MAX_VALUE) {
      offsets.set(Layouts.INT, at << 2, (int) offset);
    } else {
      throw new TooLongException(
          first.where() + ": " + count + " rows hold more than 2 GiB; make the batch smaller");
    }
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

  /// Lists that lie anywhere keep the order of their elements, and may share them.
  private Node listViews(MemorySegment validity) {
    MemorySegment offsets = allocateOffsets(count);
    MemorySegment sizes = allocateOffsets(count);
    SharedParts elements = new SharedParts();
    long at = 0;
    for (Part part : parts) {
      Node values = part.node.children.getFirst();
      for (long i = part.start; i < part.start + part.count; i++, at++) {
        long size = part.node.isNull(i) ? 0 : part.node.size(i);
        setOffset(offsets, at, 0);
        setOffset(sizes, at, size);
        if (size > 0) {
          elements.add(values, part.node.offset(i), size, at);
        }
      }
    }
    List<Part> copied =
        elements.parts(first.children.getFirst(), (list, place) -> setOffset(offsets, list, place));
    return node(Buffers.ofListViews(validity, offsets, sizes), List.of(of(copied, memory)));
  }

  /// Each child with the values that the rows use.
  private Node denseUnion(MemorySegment validity) {
    List<SharedParts> members = first.children.stream().map(_ -> new SharedParts()).toList();
    MemorySegment offsets = allocateOffsets(count);
    long at = 0;
    for (Part part : parts) {
      for (long i = part.start; i < part.start + part.count; i++, at++) {
        int child = Unions.index(part.node, i);
        members.get(child).add(part.node.children.get(child), part.node.offset(i), 1, at);
      }
    }
    List<Node> children = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      List<Part> copied =
          members
              .get(i)
              .parts(first.children.get(i), (row, place) -> setOffset(offsets, row, place));
      children.add(of(copied, memory));
    }
    return node(Buffers.of(validity, offsets, fixed(1)), children);
  }

  /// The runs that the rows are in, cut to the rows. The ends have the width of the type unless the
  /// rows are too many for it.
  private Node runs() {
    Node ends = first.children.getFirst();
    DataType.Int stored = (DataType.Int) ends.field.type();
    if (count > Long.MAX_VALUE >> (64 - stored.bits())) {
      stored = new DataType.Int(64, true);
    }
    List<Long> joined = new ArrayList<>();
    PartList values = new PartList();
    long before = 0;
    for (Part part : parts) {
      long end = part.start + part.count;
      long run = part.count == 0 ? 0 : Runs.find(part.node, part.start);
      for (long at = part.start; at < end; run++) {
        at = Math.min(end, part.node.children.getFirst().integer(run));
        if (values.endsWith(part.node.children.getLast(), run)) {
          joined.removeLast();
        } else {
          values.add(part.node.children.getLast(), run, 1);
        }
        joined.add(before + at - part.start);
      }
      before += part.count;
    }
    MemorySegment memoryOfEnds = allocate((long) joined.size() * stored.bits() / 8);
    for (int i = 0; i < joined.size(); i++) {
      Layouts.setInteger(memoryOfEnds, i, joined.get(i), stored.bits());
    }
    Buffers buffers = Buffers.of(MemorySegment.NULL, memoryOfEnds);
    return node(
        Buffers.of(MemorySegment.NULL, MemorySegment.NULL),
        List.of(
            ends.like(joined.size(), buffers, List.of(), null, stored),
            of(values.parts(first.children.getLast()), memory)));
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
                new Part(part.node.children.get(index), part.start * size, part.count * size))
            .toList(),
        memory);
  }

  /// A value of a dictionary.
  private record Entry(Node dictionary, long index) {}

  private Node dictionary(MemorySegment validity) {
    int[] indices = new int[Math.toIntExact(count)];
    Map<Entry, Integer> places = new LinkedHashMap<>();
    int at = 0;
    for (Part part : parts) {
      Node values = Objects.requireNonNull(part.node.dictionary);
      for (long i = part.start; i < part.start + part.count; i++) {
        int place = 0;
        if (!part.node.isNull(i)) {
          Entry entry = new Entry(values, part.node.integer(i));
          Integer known = places.putIfAbsent(entry, places.size());
          place = known == null ? places.size() - 1 : known;
        }
        indices[at++] = place;
      }
    }
    PartList used = new PartList();
    places.keySet().forEach(entry -> used.add(entry.dictionary, entry.index, 1));
    Node joined = of(used.parts(Objects.requireNonNull(first.dictionary)), memory);
    DataType.Int stored = index(joined.length);
    MemorySegment memoryOfIndices = allocate(count * stored.bits() / 8);
    for (int i = 0; i < count; i++) {
      Layouts.setInteger(memoryOfIndices, i, indices[i], stored.bits());
    }
    return first.like(count, Buffers.of(validity, memoryOfIndices), List.of(), joined, stored);
  }

  /// The type of the indices, unless it cannot count so many values: those of several dictionaries
  /// may be more than any of them has.
  private DataType.Int index(long values) {
    DataType.Int index = ((DataType.Dictionary) first.field.type()).index();
    int bits = index.signed() ? index.bits() - 1 : index.bits();
    return bits >= 32 || values <= 1L << bits ? index : new DataType.Int(32, true);
  }
}
