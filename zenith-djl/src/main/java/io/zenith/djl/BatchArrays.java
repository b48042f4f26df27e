package io.zenith.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import io.zenith.Batch;
import io.zenith.TensorColumns;
import io.zenith.TensorSource;
import io.zenith.schema.Schema;
import java.util.List;

/// Makes the arrays of some columns of a batch.
final class BatchArrays {
  /// Of no columns.
  static final BatchArrays NONE = new BatchArrays(List.of());

  private final List<ColumnArray> arrays;

  private BatchArrays(List<ColumnArray> arrays) {
    this.arrays = arrays;
  }

  /// Checks columns once for all batches.
  ///
  /// @throws IllegalArgumentException if one is not there, or DJL has no array of it
  static BatchArrays of(TensorColumns columns, Schema schema) {
    return new BatchArrays(columns.bind(schema).stream().map(ColumnArray::new).toList());
  }

  /// The arrays of a batch, in memory of the manager.
  NDList of(Batch batch, NDManager manager) {
    NDList list = new NDList(arrays.size());
    try {
      for (ColumnArray array : arrays) {
        list.add(array.of(batch, manager));
      }
    } catch (Throwable e) {
      list.close();
      throw e;
    }
    return list;
  }

  @Override
  public String toString() {
    return arrays.toString();
  }

  /// One array of each batch.
  private record ColumnArray(TensorSource source, DataType type) {
    ColumnArray(TensorSource source) {
      this(source, ElementTypes.of(source));
    }

    NDArray of(Batch batch, NDManager manager) {
      NewArray array = NewArray.of(manager, type);
      try {
        source.copy(batch, array);
        NDArray filled = array.filled();
        filled.setName(source.name());
        return filled;
      } catch (Throwable e) {
        array.discard();
        throw e;
      }
    }

    @Override
    public String toString() {
      return source.toString();
    }
  }
}
