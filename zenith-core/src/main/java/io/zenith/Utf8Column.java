package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.VariableBytes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Text: `utf8`, `large_utf8`, `utf8_view`. What is not null is well-formed.
public final class Utf8Column extends Column {

  Utf8Column(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row. Allocates.
  public String get(int row) {
    return new String(VariableBytes.copy(node, range.at(row)), StandardCharsets.UTF_8);
  }

  /// Copies all values into an array; null where a value is null.
  ///
  /// @param target the array
  /// @param at where to put the first value
  @SuppressWarnings("exports") // who reads no annotations needs none
  public void copyTo(@Nullable String[] target, int at) {
    range.check();
    Objects.checkFromIndexSize(at, range.count, target.length);
    forEach(row -> target[at + row] = isNull(row) ? null : get(row));
  }

  /// The bytes of the value at a row, without a copy. It is not checked when the batch is released.
  public MemorySegment bytes(int row) {
    return VariableBytes.slice(node, range.at(row));
  }

  /// How many bytes the value at a row has.
  public int byteLength(int row) {
    return VariableBytes.length(node, range.at(row));
  }

  /// The values one after the other, without a copy. It is not checked when the batch is released.
  ///
  /// @throws IllegalStateException for views, whose values may lie anywhere
  public MemorySegment segment() {
    range.check();
    return VariableBytes.slice(node, range.start, range.count);
  }
}
