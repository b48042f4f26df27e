package io.zenith.arrow;

import io.zenith.arrow.schema.ColumnPath;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What was written of the dictionary of one column, and what another dictionary adds to it.
///
/// A dictionary is known again by identity, so that batches that share one pay nothing. In a stream
/// another one takes its place. A file can have one only: the values that it lacks are appended,
/// and the indices of the batch are given in its terms. For that the first dictionary is kept, as a
/// copy since it may not outlive its batch, and its values are compared once there is a second.
final class DictionaryWriter {
  private static final int[] AS_IT_IS = {};

  private final long id;
  private final ColumnPath path;
  private final DataType.Dictionary type;
  private final ColumnPlan.Policy policy;
  private final KnownDictionaries known = new KnownDictionaries();
  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> keys = new ArrayList<>();
  private @Nullable ColumnPlan values;
  private @Nullable ArrayData first;
  private @Nullable ArrayData current;
  private long size;
  private int written;

  DictionaryWriter(long id, ColumnPath path, DataType.Dictionary type, ColumnPlan.Policy policy) {
    this.id = id;
    this.path = path;
    this.type = type;
    this.policy = policy;
  }

  /// Sets the plan of the values, once.
  void values(ColumnPlan plan) {
    values = plan;
  }

  /// How the values are written.
  ColumnPlan values() {
    return Objects.requireNonNull(values);
  }

  long id() {
    return id;
  }

  /// The type of the indices.
  DataType.Dictionary type() {
    return type;
  }

  /// Makes sure that the values of a dictionary are written.
  ///
  /// @return for each value its index in what is written; nothing if all are where they were
  int[] write(ArrayData dictionary, DictionaryTarget target, WriterMemory memory)
      throws IOException {
    if (isCurrent(dictionary)) {
      return AS_IT_IS;
    }
    if (policy == ColumnPlan.Policy.REPLACE || written == 0) {
      put(dictionary, Spans.of(0, dictionary.length()), false, target, memory);
      size = dictionary.length();
      current = dictionary;
      if (policy == ColumnPlan.Policy.APPEND) {
        first = copy(dictionary);
      }
      return AS_IT_IS;
    }
    int[] mapped = known.find(dictionary);
    if (mapped == null) {
      mapped = append(dictionary, target, memory);
      known.put(dictionary, mapped);
    }
    return mapped;
  }

  @SuppressWarnings("ReferenceEquality") // equal bytes elsewhere may change
  private boolean isCurrent(ArrayData dictionary) {
    return dictionary == current;
  }

  private int[] append(ArrayData dictionary, DictionaryTarget target, WriterMemory memory)
      throws IOException {
    ArrayData before = first;
    if (before != null) {
      for (long i = 0; i < before.length(); i++) {
        String key = ValueKey.of(before, i);
        keys.add(key);
        places.putIfAbsent(key, (int) i);
      }
      first = null;
    }
    int[] mapped = new int[Math.toIntExact(dictionary.length())];
    Spans added = new Spans();
    for (int i = 0; i < mapped.length; i++) {
      int next = Math.toIntExact(size + added.count());
      String key = ValueKey.of(dictionary, i);
      Integer place = places.putIfAbsent(key, next);
      mapped[i] = place == null ? next : place;
      if (place == null) {
        keys.add(key);
        added.add(i, 1);
      }
    }
    requireOrder(mapped);
    if (added.count() > 0) {
      requireIndexable(size + added.count());
      put(dictionary, added, true, target, memory);
      size += added.count();
    }
    return mapped;
  }

  /// Values of an ordered dictionary stand for small to large, which appending would not keep.
  private void requireOrder(int[] mapped) {
    for (int i = 0; type.ordered() && i < mapped.length; i++) {
      if (mapped[i] >= size || (i > 0 && mapped[i] <= mapped[i - 1])) {
        throw new IllegalStateException(
            path
                + " of "
                + type
                + ": a batch brings another dictionary, and the values of both have no order"
                + " together; a file has one dictionary a column, a stream may replace it");
      }
    }
  }

  /// Writes the whole dictionary if values were appended.
  void finish(DictionaryTarget target, WriterMemory memory) throws IOException {
    if (written > 1 && WholeDictionary.knows(values().type())) {
      WrittenBody body = new WrittenBody();
      new WholeDictionary(values(), body, memory).add(keys);
      target.rewrite(id, keys.size(), body);
    }
  }

  private void requireIndexable(long needed) {
    int bits = type.index().signed() ? type.index().bits() - 1 : type.index().bits();
    if (bits < Integer.SIZE && needed > 1L << bits) {
      throw new IllegalStateException(
          path
              + " of "
              + type
              + ": the dictionaries of its batches have "
              + needed
              + " values together, more than "
              + type.index()
              + " can count; a file has one dictionary a column, a stream may replace it");
    }
  }

  private void put(
      ArrayData dictionary,
      Spans rows,
      boolean append,
      DictionaryTarget target,
      WriterMemory memory)
      throws IOException {
    WrittenBody body = new WrittenBody();
    new ColumnWriter(body, memory, target).add(values(), dictionary, rows);
    target.write(id, append, rows.count(), body);
    written++;
  }

  private static ArrayData copy(ArrayData data) {
    return copy(data, Arena.ofAuto());
  }

  private static ArrayData copy(ArrayData data, SegmentAllocator memory) {
    return new ArrayData(
        data.type(),
        data.length(),
        data.nullCount(),
        data.buffers().stream().map(buffer -> copy(buffer, memory)).toList(),
        data.children().stream().map(child -> copy(child, memory)).toList(),
        data.dictionary().map(dictionary -> DictionaryData.of(copy(dictionary.values(), memory))));
  }

  private static MemorySegment copy(MemorySegment buffer, SegmentAllocator memory) {
    return buffer.byteSize() == 0
        ? MemorySegment.NULL
        : memory.allocate(buffer.byteSize(), Long.BYTES).copyFrom(buffer);
  }
}
