package io.zenith.internal.rows;

import io.zenith.internal.layout.Buffers;
import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.ConcatDictionaries;
import io.zenith.internal.layout.JoinedValues;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Gathers dictionary columns as [ConcatDictionaries] copies them: the values that the rows use, in
/// order of first use, and equal ones of several dictionaries once.
final class GatherDictionaries {
  /// The used values.
  private final GatherPlan values = new GatherPlan();

  private final DictionaryPlaces places = new DictionaryPlaces();

  Node build(
      Node[] nodes,
      GatherRanges rows,
      GatherPlan plan,
      MemorySegment validity,
      SegmentAllocator memory) {
    int[] numbers = begin(nodes, plan.groups());
    JoinedValues joined = values.chunks().size() > 1 ? new JoinedValues(true) : null;
    int[] indices = new int[Math.toIntExact(rows.rows)];
    places.begin(indices.length);
    int next = 0;
    for (int i = 0; i < plan.count(); i++) {
      int at = plan.place(i);
      int group = plan.groupOf(i);
      Node node = nodes[group];
      long end = rows.from[at] + rows.size[at];
      for (long row = rows.from[at]; row < end; row++) {
        indices[next++] = node.isNull(row) ? 0 : place(numbers[group], node.integer(row), joined);
      }
    }
    Node first = nodes[0];
    Node dictionary = used(Objects.requireNonNull(first.dictionary), memory);
    DataType.Int stored =
        ConcatDictionaries.index(
            ((DataType.Dictionary) first.field.type()).index(), dictionary.length);
    MemorySegment target = memory.allocate(rows.rows * stored.bits() / 8, 64);
    for (int i = 0; i < indices.length; i++) {
      Layouts.setInteger(target, i, indices[i], stored.bits());
    }
    return first.like(rows.rows, Buffers.of(validity, target), List.of(), dictionary, stored);
  }

  /// Numbers the dictionaries of the nodes.
  private int[] begin(Node[] nodes, int groups) {
    Map<Node, Integer> known = new HashMap<>();
    List<Chunk> dictionaries = new ArrayList<>();
    int[] numbers = new int[groups];
    for (int group = 0; group < groups; group++) {
      Node dictionary = Objects.requireNonNull(nodes[group].dictionary);
      Integer number = known.putIfAbsent(dictionary, dictionaries.size());
      numbers[group] = number == null ? dictionaries.size() : number;
      if (number == null) {
        dictionaries.add(
            new Chunk(new Node[] {dictionary}, 0, dictionary.length, Chunk.NONE.columns()));
      }
    }
    values.begin(dictionaries);
    return numbers;
  }

  /// The place of a value among the used ones.
  private int place(int dictionary, long index, @Nullable JoinedValues joined) {
    int known = places.find(dictionary, index);
    if (known >= 0) {
      return known;
    }
    int place =
        joined == null
            ? values.count()
            : joined.place(values.chunks().get(dictionary).nodes()[0], index);
    if (place == values.count()) {
      values.add(dictionary, index);
    }
    places.put(dictionary, index, place);
    return place;
  }

  private Node used(Node like, SegmentAllocator memory) {
    if (values.count() == 0) {
      return Concat.copy(like, 0, 0, memory);
    }
    values.sort();
    return new Gather(values, memory).node(values.nodes(0), values.ranges);
  }
}
