package io.zenith.djl;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Whether engines let others write into the memory of their arrays: PyTorch does.
///
/// DJL does not say so, thus it is tried, once an engine. Where it can be done, an array takes one
/// copy and is freed with its manager; a direct buffer that an array is made of would be freed by
/// the garbage collector only, some time.
final class EngineMemory {
  private static final Map<Class<?>, Boolean> TRIED = new ConcurrentHashMap<>();

  private EngineMemory() {}

  /// Whether what is written into the buffer of an array on the CPU is in the array.
  static boolean isOpen(NDManager manager) {
    return TRIED.computeIfAbsent(manager.getClass(), _ -> tryWrite(manager));
  }

  private static boolean tryWrite(NDManager manager) {
    try (NDManager own = manager.newSubManager(Device.cpu())) {
      NDArray array = own.create(new Shape(2), DataType.FLOAT32);
      ByteBuffer memory = array.toByteBuffer(true);
      if (!memory.isDirect() || memory.isReadOnly()) {
        return false;
      }
      memory.putFloat(0, 7).putFloat(4, 11);
      float[] seen = array.toFloatArray();
      return seen[0] == 7 && seen[1] == 11;
    } catch (UnsupportedOperationException | EngineException _) {
      return false; // an engine that cannot make arrays without values, or keeps them otherwise
    }
  }
}
