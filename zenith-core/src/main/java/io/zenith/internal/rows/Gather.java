package io.zenith.internal.rows;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.layout.Buffers;
import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Part;
import io.zenith.internal.layout.PartList;
import io.zenith.internal.layout.Unions;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// Copies single rows of many chunks, in any order, into new columns: what shuffled batches need.
///
/// Types whose rows may share values go through [Concat], row by row.
///
/// @param plan which rows
/// @param memory where the copies go; it may hold anything before
public record Gather(GatherPlan plan, SegmentAllocator memory) {

  /// The rows of a plan as columns of the dataset. Of a column whose content is corrupt in one of
  /// the chunks the copy says so at first use, as [Chunk#copy] does.
  public static Node[] of(GatherPlan plan, SegmentAllocator memory) {
    if (plan.count() == 0) {
      Chunk any = plan.chunks().getFirst();
      return any.copy(any.from(), 0, memory);
    }
    for (int group = 0; group < plan.groups(); group++) {
      if (!plan.chunk(group).columns().asTheyAre()) {
        return GatherFiles.of(plan, memory);
      }
    }
    return columns(plan, memory);
  }

  /// The rows of a plan over chunks of one schema, as the columns that these have.
  static Node[] columns(GatherPlan plan, SegmentAllocator memory) {
    plan.sort();
    Gather gather = new Gather(plan, memory);
    Node[] columns = new Node[plan.chunk(0).nodes().length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = gather.column(plan.nodes(i));
    }
    return columns;
  }

  private Node column(Node[] nodes) {
    for (int group = 0; group < plan.groups(); group++) {
      Node node = nodes[group];
      try {
        Node _ = node.checked();
      } catch (MalformedDataException e) {
        // A file that is cut now is of no use to anyone.
        if (e.getCause() instanceof InternalError) {
          throw e;
        }
        return node.corrupt(e);
      }
    }
    try {
      return settled(nodes);
    } catch (InternalError e) {
      throw fault(nodes, e);
    }
  }

  private Node settled(Node[] nodes) {
    try {
      return node(nodes, plan.ranges);
    } finally {
      Fault.settle();
    }
  }

  /// What an access beyond the end of a mapped file means. Which of the files it was shows when
  /// each is read again by itself.
  private RuntimeException fault(Node[] nodes, InternalError error) {
    for (int group = 0; group < plan.groups(); group++) {
      Node _ = Concat.of(parts(nodes, plan.ranges, group), memory);
    }
    return nodes[0].fault(error);
  }

  /// A new node with the rows of ranges of checked nodes, one node a group of the plan.
  Node node(Node[] nodes, GatherRanges ranges) {
    Node first = nodes[0];
    if (first.scattered
        || first.kind == Kind.RUN_END_ENCODED
        || (first.kind == Kind.UNION && Unions.isDense(first))) {
      return Concat.of(parts(nodes, ranges), memory);
    }
    MemorySegment validity = GatherBits.validity(nodes, ranges, plan, memory);
    MemorySegment none = MemorySegment.NULL;
    return switch (first.kind) {
      case NULL -> node(first, ranges, Buffers.of(none, none), List.of());
      case BOOLEAN -> {
        MemorySegment values = GatherBits.values(nodes, ranges, plan, memory);
        yield node(first, ranges, Buffers.of(validity, values), List.of());
      }
      case BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, INTERVAL, FIXED_SIZE_BINARY ->
          node(first, ranges, Buffers.of(validity, values(nodes, ranges, first.width)), List.of());
      case UTF8, BINARY -> {
        GatherOffsets offsets = GatherOffsets.of(nodes, ranges, plan, memory);
        MemorySegment bytes = values(nodes, offsets.elements(), 1);
        yield node(first, ranges, Buffers.of(validity, offsets.offsets(), bytes), List.of());
      }
      case LIST -> {
        GatherOffsets offsets = GatherOffsets.of(nodes, ranges, plan, memory);
        Node elements = child(nodes, 0, offsets.elements());
        yield node(first, ranges, Buffers.of(validity, offsets.offsets(), none), List.of(elements));
      }
      case FIXED_SIZE_LIST -> {
        int size = ((DataType.FixedSizeList) first.field.type()).size();
        Node elements = child(nodes, 0, ranges.times(size, plan, first.children.getFirst()));
        yield node(first, ranges, Buffers.of(validity, none), List.of(elements));
      }
      case STRUCT -> node(first, ranges, Buffers.of(validity, none), children(nodes, ranges));
      case UNION -> {
        MemorySegment ids = values(nodes, ranges, 1);
        yield node(first, ranges, Buffers.of(validity, ids), children(nodes, ranges));
      }
      case DICTIONARY -> plan.dictionaries().build(nodes, ranges, plan, validity, memory);
      case RUN_END_ENCODED -> throw new AssertionError(first.where());
    };
  }

  private static Node node(Node first, GatherRanges ranges, Buffers buffers, List<Node> children) {
    return first.like(ranges.rows, buffers, children, null);
  }

  private MemorySegment values(Node[] nodes, GatherRanges ranges, int width) {
    MemorySegment target = memory.allocate(ranges.rows * width, 64);
    for (int group = 0; group < plan.groups(); group++) {
      MemorySegment values = nodes[group].values;
      GatherValues.copy(values, target, width, ranges, plan.start(group), plan.end(group));
    }
    return target;
  }

  private List<Node> children(Node[] nodes, GatherRanges ranges) {
    List<Node> children = new ArrayList<>();
    for (int i = 0; i < nodes[0].children.size(); i++) {
      children.add(child(nodes, i, ranges));
    }
    return children;
  }

  private Node child(Node[] nodes, int index, GatherRanges ranges) {
    Node[] children = new Node[plan.groups()];
    for (int group = 0; group < children.length; group++) {
      children[group] = nodes[group].children.get(index);
    }
    return node(children, ranges);
  }

  /// The rows in their order, for [Concat].
  private List<Part> parts(Node[] nodes, GatherRanges ranges) {
    PartList parts = new PartList();
    for (int i = 0; i < plan.count(); i++) {
      int at = plan.place(i);
      parts.add(nodes[plan.groupOf(i)], ranges.from[at], ranges.size[at]);
    }
    return parts.parts(nodes[0]);
  }

  /// The rows of one group.
  private List<Part> parts(Node[] nodes, GatherRanges ranges, int group) {
    PartList parts = new PartList();
    for (int at = plan.start(group); at < plan.end(group); at++) {
      parts.add(nodes[group], ranges.from[at], ranges.size[at]);
    }
    return parts.parts(nodes[group]);
  }
}
