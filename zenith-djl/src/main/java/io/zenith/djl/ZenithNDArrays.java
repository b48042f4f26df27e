package io.zenith.djl;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import io.zenith.Batch;
import io.zenith.TensorColumns;
import io.zenith.schema.Field;

/// Arrays of DJL with the rows of a batch, for loops of one's own.
///
/// ```java
/// for (Batch batch : loader) {
///   try (NDManager step = manager.newSubManager()) {
///     NDList arrays = ZenithNDArrays.of(batch, step);
///     train(arrays.get("image"), arrays.get("label"));
///   }
/// }
/// ```
///
/// They are copies in memory of the engine, on the device of the manager, and live as long as that:
/// longer than the batch, if need be.
public final class ZenithNDArrays {
  private ZenithNDArrays() {}

  /// All columns of a batch, each an array of the name of its column.
  ///
  /// @throws IllegalArgumentException if DJL has no array of one: select others
  /// @throws IllegalStateException if a value is null
  public static NDList of(Batch batch, NDManager manager) {
    String[] names = batch.schema().fields().stream().map(Field::name).toArray(String[]::new);
    return of(batch, TensorColumns.features(names), manager);
  }

  /// Some columns of a batch.
  ///
  /// @throws IllegalArgumentException if a column is not there, or DJL has no array of it
  /// @throws IllegalStateException if a value is null
  public static NDList of(Batch batch, TensorColumns columns, NDManager manager) {
    return BatchArrays.of(columns, batch.schema()).of(batch, manager);
  }
}
