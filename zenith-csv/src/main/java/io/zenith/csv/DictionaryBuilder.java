package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/// A column of text or bytes of which each value is there once: indices, and a dictionary for each
/// record batch, in order of first use.
final class DictionaryBuilder extends ColumnBuilder {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final DataType.Dictionary type;

  /// At first the values of all rows, then each of them once.
  private final TextBuilder texts;

  private final WordTable words = new WordTable();
  private int[] indices = {};

  /// @param type whose indices have 32 bits
  /// @param texts makes columns of its values
  DictionaryBuilder(DataType.Dictionary type, TextBuilder texts) {
    super(type);
    this.type = type;
    this.texts = texts;
  }

  @Override
  void beginValues(int rows, SegmentAllocator buffers) {
    texts.beginValues(rows, buffers);
    if (indices.length < rows) {
      indices = new int[rows];
    }
  }

  @Override
  int addValues(FieldRanges fields, int row) {
    return texts.addValues(fields, row);
  }

  @Override
  List<MemorySegment> values(int rows, SegmentAllocator buffers) {
    int[] offsets = texts.offsets();
    words.begin(texts.bytes(), offsets);
    int from = 0;
    for (int row = 0; row < rows; row++) {
      int to = offsets[row + 1];
      indices[row] = isNull(row) ? 0 : words.add(from, to);
      from = to;
    }
    MemorySegment target = buffers.allocate((long) rows * Integer.BYTES, Long.BYTES);
    MemorySegment.copy(indices, 0, target, INT, 0, rows);
    return List.of(target);
  }

  @Override
  Optional<DictionaryData> dictionary(SegmentAllocator buffers) {
    int count = words.count();
    texts.truncate(count);
    List<MemorySegment> values = texts.values(count, buffers);
    List<MemorySegment> all = List.of(MemorySegment.NULL, values.get(0), values.get(1));
    return Optional.of(
        DictionaryData.of(new ArrayData(type.value(), count, 0, all, List.of(), Optional.empty())));
  }
}
