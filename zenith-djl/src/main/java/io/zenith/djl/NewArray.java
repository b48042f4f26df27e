package io.zenith.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.zenith.TensorSource;

/// An array of an engine that is filled once, by one copy.
interface NewArray extends TensorSource.Target {

  /// The array, once its memory was filled.
  NDArray filled();

  /// Frees what there is of an array that could not be filled.
  void discard();

  /// An array to be filled.
  ///
  /// @param manager whose it is
  static NewArray of(NDManager manager, DataType type) {
    return EngineMemory.isOpen(manager)
        ? new ArrayInPlace(manager, type)
        : new ArrayOfBuffer(manager, type);
  }

  /// Bytes of an array.
  ///
  /// @throws IllegalArgumentException if a buffer cannot have so many
  static int bytes(Shape shape, DataType type) {
    long bytes = Math.multiplyExact(shape.size(), type.getNumOfBytes());
    if (bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "an array of "
              + shape
              + " has "
              + bytes
              + " bytes; DJL takes at most 2^31 - 1: make the batch smaller");
    }
    return (int) bytes;
  }
}
