package io.zenith.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An array that an engine makes of a buffer, which is new each time, since the engine may go on
/// using it.
final class ArrayOfBuffer implements NewArray {
  private final NDManager manager;
  private final DataType type;
  private Shape shape = new Shape();
  private @Nullable ByteBuffer buffer;

  ArrayOfBuffer(NDManager manager, DataType type) {
    this.manager = manager;
    this.type = type;
  }

  @Override
  public MemorySegment of(long[] sizes) {
    shape = new Shape(sizes);
    ByteBuffer memory = manager.allocateDirect(NewArray.bytes(shape, type));
    buffer = memory;
    return MemorySegment.ofBuffer(memory);
  }

  @Override
  public NDArray filled() {
    return manager.create(Objects.requireNonNull(buffer), shape, type);
  }

  @Override
  public void discard() {} // a buffer is freed by the garbage collector
}
