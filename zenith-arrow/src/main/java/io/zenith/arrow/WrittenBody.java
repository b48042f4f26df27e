package io.zenith.arrow;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The body of a message to write, and what its header says of it: lengths and null counts of
/// columns, regions of buffers.
final class WrittenBody {
  /// Buffers begin at multiples of this, as Arrow's format advises.
  static final int ALIGNMENT = 64;

  private final List<Node> nodes = new ArrayList<>();
  private final List<Region> regions = new ArrayList<>();
  private final List<MemorySegment> buffers = new ArrayList<>();
  private final List<Integer> variadicCounts = new ArrayList<>();
  private long bytes;

  /// A column: how many values, and how many of them are null.
  record Node(long length, long nullCount) {}

  /// Where in the body a buffer lies.
  record Region(long offset, long length) {}

  void node(long length, long nullCount) {
    nodes.add(new Node(length, nullCount));
  }

  /// How many data buffers the next column of views has.
  void variadicCount(int count) {
    variadicCounts.add(count);
  }

  /// The same columns with other buffers.
  WrittenBody withBuffers(List<MemorySegment> others) {
    WrittenBody body = new WrittenBody();
    body.nodes.addAll(nodes);
    body.variadicCounts.addAll(variadicCounts);
    others.forEach(body::buffer);
    return body;
  }

  /// Appends a buffer. Every byte of every body passes through here.
  void buffer(MemorySegment content) {
    regions.add(new Region(bytes, content.byteSize()));
    buffers.add(content);
    bytes += Math.ceilDiv(content.byteSize(), ALIGNMENT) * ALIGNMENT;
  }

  List<Node> nodes() {
    return nodes;
  }

  List<Region> regions() {
    return regions;
  }

  List<Integer> variadicCounts() {
    return variadicCounts;
  }

  /// Bytes with all padding.
  long bytes() {
    return bytes;
  }

  List<MemorySegment> buffers() {
    return buffers;
  }
}
