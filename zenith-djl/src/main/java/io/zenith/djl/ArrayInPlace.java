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

  /// Whose the array is until it is moved: only of those for another device.
  private final @Nullable NDManager onCpu;

  private @Nullable NDArray array;

  ArrayInPlace(NDManager manager, DataType type) {
    this.manager = manager;
    this.type = type;
    this.onCpu =
        manager.getDevice().equals(Device.cpu()) ? null : manager.newSubManager(Device.cpu());
  }

  @Override
  public MemorySegment of(long[] sizes) {
    Shape shape = new Shape(sizes);
    int bytes = NewArray.bytes(shape, type);
    NDArray made = (onCpu == null ? manager : onCpu).create(shape, type);
    array = made;
    // An engine may give no memory to an array without values.
    return bytes == 0 ? MemorySegment.NULL : MemorySegment.ofBuffer(made.toByteBuffer(true));
  }

  @Override
  public NDArray filled() {
    NDArray made = Objects.requireNonNull(array);
    if (onCpu == null) {
      return made;
    }
    NDArray moved = made.toDevice(manager.getDevice(), true);
    moved.attach(manager);
    onCpu.close();
    return moved;
  }

  @Override
  public void discard() {
    if (onCpu != null) {
      onCpu.close();
    } else if (array != null) {
      array.close();
    }
  }
}
