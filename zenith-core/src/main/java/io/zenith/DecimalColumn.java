package io.zenith;

import io.zenith.internal.layout.Decimals;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Fixed-point decimals: `decimal32`, `decimal64`, `decimal128`, `decimal256`, each an integer of
/// so many bits and the scale of the type.
public final class DecimalColumn extends Column {

  DecimalColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row, with the scale of the type. Allocates.
  public BigDecimal get(int row) {
    try {
      return Decimals.value(node, range.at(row));
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  /// Copies all values into an array; null where a value is null.
  ///
  /// @param target the array
  /// @param at where to put the first value
  @SuppressWarnings("exports") // who reads no annotations needs none
  public void copyTo(@Nullable BigDecimal[] target, int at) {
    range.check();
    Objects.checkFromIndexSize(at, range.count, target.length);
    forEach(row -> target[at + row] = isNull(row) ? null : get(row));
  }

  /// The low 64 bits of the unscaled value.
  public long low(int row) {
    long place = range.at(row);
    return node.width == 4
        ? node.integer(place)
        : node.values.get(Layouts.LONG, place * node.width);
  }

  /// The next 64 bits of the unscaled value, with its sign: together with [#low] all of it, unless
  /// the type has 256 bits.
  public long high(int row) {
    long place = range.at(row);
    return node.width < 16
        ? node.integer(place) >> 63
        : node.values.get(Layouts.LONG, place * node.width + 8);
  }

  /// The stored values, 4 to 32 bytes each, little-endian, without a copy. It is not checked when
  /// the batch is released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start * node.width, (long) range.count * node.width);
  }
}
