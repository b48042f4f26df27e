package io.zenith.djl;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An array that is filled in the memory of its engine, and moved to another device if it is for
/// one.
final class ArrayInPlace implements NewArray {
  private final NDManager manager;
  private final DataType type;
  private @Nullable NDArray array;

  ArrayInPlace(NDManager manager, DataType type) {
    this.manager = manager;
    this.type = type;
  }

  @Override
  public MemorySegment of(long[] sizes) {
    Shape shape = new Shape(sizes);
    int bytes = NewArray.bytes(shape, type);
    NDArray made = manager.create(shape, type, Device.cpu());
    array = made;
    // An engine may give no memory to an array without values.
    return bytes == 0 ? MemorySegment.NULL : MemorySegment.ofBuffer(made.toByteBuffer(true));
  }

  @Override
  public NDArray filled() {
    NDArray made = Objects.requireNonNull(array);
    if (manager.getDevice().equals(Device.cpu())) {
      return made;
    }
    try (NDArray onCpu = made) {
      NDArray moved = onCpu.toDevice(manager.getDevice(), true);
      moved.attach(manager);
      return moved;
    }
  }
}
