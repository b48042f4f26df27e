package io.zenith;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/// One tensor of each batch, for adapters to engines, which copy it into arrays of theirs: what
/// [TensorColumns#bind] has found.
///
/// An immutable value. It may be used for any batches of the schema that it was bound to.
public final class TensorSource {
  private final TensorPlan plan;
  private final DataType elementType;
  private final OptionalLong rowSize;
  private final boolean isNumber;

  TensorSource(TensorPlan plan, DataType elementType, OptionalLong rowSize, boolean isNumber) {
    this.plan = plan;
    this.elementType = elementType;
    this.rowSize = rowSize;
    this.isNumber = isNumber;
  }

  /// Gives the memory that a tensor is copied into.
  @FunctionalInterface
  public interface Target {
    /// Native memory for the elements of a tensor, one after the other.
    ///
    /// @param shape of the tensor, with the rows first
    MemorySegment of(long[] shape);
  }

  /// The name of the column, or `stack(age, fare)`.
  public String name() {
    return plan.columns();
  }

  /// The type of the elements as they are stored: `bool`, an integer or a floating-point number; of
  /// dates, times and durations the integer.
  public DataType elementType() {
    return elementType;
  }

  /// How many elements a row has, if the type says it; not of lists of variable length.
  public OptionalLong rowSize() {
    return rowSize;
  }

  /// Whether a row is one number, so that the rows are the only dimension.
  public boolean isNumber() {
    return isNumber;
  }

  /// Copies the tensor of a batch: row-major, little-endian, truth values as one byte each.
  ///
  /// @param target is asked once, for as much memory as the elements take
  /// @throws IllegalStateException if a value is null, lists differ in length, or rows have not as
  ///   many values as the shape that was asked for
  /// @throws IllegalArgumentException if the memory is on the heap or too small
  public void copy(Batch batch, Target target) {
    if (plan.stacked()) {
      String[] names = plan.names().toArray(String[]::new);
      MemorySegment memory = target.of(plan.shape(new long[] {batch.rows(), names.length}));
      batch.stackInto(memory, names);
    } else {
      Tensor tensor = batch.tensor(plan.names().getFirst());
      tensor.copyTo(target.of(plan.shape(tensor.shape())));
    }
  }

  /// What is copied, such as `image [1, 28, 28]`.
  @Override
  public String toString() {
    return plan.toString();
  }
}
