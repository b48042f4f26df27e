package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// A column of no values.
final class EmptyColumn {
  private EmptyColumn() {}

  /// Makes one of any type.
  static ArrayData of(DataType type) {
    List<ArrayData> children =
        type.children().stream().map(Field::type).map(EmptyColumn::of).toList();
    Optional<DictionaryData> dictionary =
        type instanceof DataType.Dictionary encoded
            ? Optional.of(DictionaryData.of(of(encoded.value())))
            : Optional.empty();
    int buffers = 1 + FieldBuffers.of(type).others();
    return new ArrayData(
        type, 0, 0, Collections.nCopies(buffers, MemorySegment.NULL), children, dictionary);
  }
}
