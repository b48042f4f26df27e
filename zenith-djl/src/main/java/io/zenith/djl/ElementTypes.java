package io.zenith.djl;

import ai.djl.ndarray.types.DataType;
import io.zenith.TensorSource;

/// The types of DJL for those of columns.
final class ElementTypes {
  private ElementTypes() {}

  /// The type whose values lie in memory as those of a column do.
  ///
  /// @throws IllegalArgumentException if the engines have none
  static DataType of(TensorSource source) {
    return switch (source.elementType()) {
      case io.zenith.schema.DataType.Bool _ -> DataType.BOOLEAN;
      case io.zenith.schema.DataType.Int(int bits, boolean signed) -> whole(bits, signed, source);
      case io.zenith.schema.DataType.FloatingPoint(int bits) ->
          bits == 16 ? DataType.FLOAT16 : bits == 32 ? DataType.FLOAT32 : DataType.FLOAT64;
      default -> throw none(source);
    };
  }

  /// DJL has names for integers of 16 bits and for wide unsigned ones, but asking its PyTorch for
  /// such an array brings down the JVM (0.35.1).
  private static DataType whole(int bits, boolean signed, TensorSource source) {
    if (bits == 16 || (!signed && bits > 8)) {
      throw none(source);
    }
    return switch (bits) {
      case 8 -> signed ? DataType.INT8 : DataType.UINT8;
      case 32 -> DataType.INT32;
      default -> DataType.INT64;
    };
  }

  private static IllegalArgumentException none(TensorSource source) {
    return new IllegalArgumentException(
        "column '"
            + source.name()
            + "' is "
            + source.elementType()
            + ", of which DJL's engines make no arrays: cast it, as by loader(64).map(Cast.of(...))");
  }
}
