package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Bytes of one length: `fixed_size_binary`.
public final class FixedSizeBinaryColumn extends Column {

  FixedSizeBinaryColumn(Range range, Node node) {
    super(range, node);
  }

  /// A copy of the value at a row.
  public byte[] get(int row) {
    try {
      return bytes(row).toArray(ValueLayout.JAVA_BYTE);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  /// Copies all values into an array; null where a value is null.
  ///
  /// @param target the array
  /// @param at where to put the first value
  @SuppressWarnings("exports") // who reads no annotations needs none
  public void copyTo(byte[] @Nullable [] target, int at) {
    range.check();
    Objects.checkFromIndexSize(at, range.count, target.length);
    forEach(row -> target[at + row] = isNull(row) ? null : get(row));
  }

  /// The value at a row, without a copy. It is not checked when the batch is released.
  public MemorySegment bytes(int row) {
    return node.values.asSlice(range.at(row) * node.width, node.width);
  }

  /// Bytes a value.
  public int byteWidth() {
    return node.width;
  }

  /// The values one after the other, without a copy. It is not checked when the batch is released.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start * node.width, (long) range.count * node.width);
  }
}
