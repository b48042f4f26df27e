package io.zenith;

import io.zenith.internal.layout.Floats;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import java.lang.foreign.MemorySegment;

/// 16-bit floating point: `float16`, read as float.
public final class HalfColumn extends Column {

  HalfColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row, widened without loss.
  public float get(int row) {
    return Float.float16ToFloat(node.values.get(Layouts.SHORT, range.at(row) << 1));
  }

  /// Copies all values into an array.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @throws IllegalStateException if a value is null
  public void copyTo(float[] target, int at) {
    requireNoNulls();
    Floats.copy(node, range.start, range.count, target, at);
  }

  /// Copies all values into an array, with `fill` in the place of nulls.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @param fill what stands for null
  public void copyTo(float[] target, int at, float fill) {
    range.check();
    Floats.copy(node, range.start, range.count, target, at);
    Floats.fill(node, range.start, range.count, target, at, fill);
  }

  /// All values in a new array.
  ///
  /// @throws IllegalStateException if a value is null
  public float[] toArray() {
    float[] values = new float[range.count];
    copyTo(values, 0);
    return values;
  }

  /// The stored values, 16 bits each, little-endian, without a copy. It is not checked when the
  /// batch is released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start << 1, (long) range.count << 1);
  }
}
