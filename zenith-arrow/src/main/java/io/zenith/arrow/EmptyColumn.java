package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
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
    Optional<ArrayData> dictionary =
        type instanceof DataType.Dictionary encoded
            ? Optional.of(of(encoded.value()))
            : Optional.empty();
    return new ArrayData(
        type, 0, 0, Collections.nCopies(buffers(type), MemorySegment.NULL), children, dictionary);
  }

  private static int buffers(DataType type) {
    return switch (type) {
      case DataType.Struct _, DataType.FixedSizeList _ -> 1;
      case DataType.Utf8 _, DataType.Binary _ -> 3;
      case DataType.Bool _,
          DataType.Int _,
          DataType.FloatingPoint _,
          DataType.Decimal _,
          DataType.FixedSizeBinary _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Duration _,
          DataType.List _,
          DataType.Dictionary _ ->
          2;
    };
  }
}
