package io.zenith;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Fixed-point decimals: `decimal128`, an integer of 128 bits and the scale of the type.
public final class DecimalColumn extends Column {

  DecimalColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row, with the scale of the type. Allocates.
  public BigDecimal get(int row) {
    try {
      return valueOf(node, range.at(row));
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  /// Copies all values into an array; null where a value is null.
  ///
  /// @param target the array
  /// @param at where to put the first value
  public void copyTo(@Nullable BigDecimal[] target, int at) {
    range.check();
    Objects.checkFromIndexSize(at, range.count, target.length);
    for (int row = 0; row < range.count; row++) {
      target[at + row] = isNull(row) ? null : get(row);
    }
  }

  /// The low 64 bits of the unscaled value.
  public long low(int row) {
    return node.values.get(Layouts.LONG, range.at(row) << 4);
  }

  /// The high 64 bits of the unscaled value, with its sign.
  public long high(int row) {
    return node.values.get(Layouts.LONG, (range.at(row) << 4) + 8);
  }

  /// The stored values, 16 bytes each, little-endian, without a copy. It is not checked when the
  /// batch is released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start << 4, (long) range.count << 4);
  }

  static BigDecimal valueOf(Node node, long place) {
    byte[] unscaled =
        ByteBuffer.allocate(16)
            .putLong(node.values.get(Layouts.LONG, (place << 4) + 8))
            .putLong(node.values.get(Layouts.LONG, place << 4))
            .array();
    return new BigDecimal(new BigInteger(unscaled), ((DataType.Decimal) node.field.type()).scale());
  }
}
