package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;

/// Makes one type of two that files of a dataset have for one column, where no value is lost: more
/// bits, whole numbers as floating-point ones that hold them all, more digits, wider offsets and
/// indices, and anything for a column of nothing but nulls.
public final class Widening {
  /// Whole numbers of so many bits are exact as `float32`, as `float64`.
  private static final int FLOAT32_BITS = 24;

  private static final int FLOAT64_BITS = 53;

  private Widening() {}

  /// The smallest type that holds the values of both, if there is one.
  public static Optional<DataType> common(DataType left, DataType right) {
    if (Shapes.same(left, right)) {
      return Optional.of(left);
    }
    return wider(left, right).or(() -> wider(right, left));
  }

  /// The type of both, if the values of `narrow` become those of it.
  private static Optional<DataType> wider(DataType narrow, DataType wide) {
    return switch (narrow) {
      case DataType.Null _ -> Optional.of(wide);
      case DataType.Int small when wide instanceof DataType.Int large -> integers(small, large);
      case DataType.Int small when wide instanceof DataType.FloatingPoint(int bits) ->
          floats(small, bits);
      case DataType.FloatingPoint(int bits)
          when wide instanceof DataType.FloatingPoint(int more) && bits < more ->
          Optional.of(wide);
      case DataType.Decimal small when wide instanceof DataType.Decimal large ->
          decimals(small, large);
      case DataType.Utf8 _ when wide instanceof DataType.LargeUtf8 -> Optional.of(wide);
      case DataType.Binary _ when wide instanceof DataType.LargeBinary -> Optional.of(wide);
      case DataType.Dictionary small when wide instanceof DataType.Dictionary large ->
          dictionaries(small, large);
      default -> Optional.empty();
    };
  }

  private static Optional<DataType> integers(DataType.Int left, DataType.Int right) {
    if (left.signed() == right.signed()) {
      return Optional.of(left.bits() > right.bits() ? left : right);
    }
    int unsigned = left.signed() ? right.bits() : left.bits();
    int signed = left.signed() ? left.bits() : right.bits();
    int bits = Math.max(signed, 2 * unsigned);
    return bits > 64 ? Optional.empty() : Optional.of(new DataType.Int(bits, true));
  }

  private static Optional<DataType> floats(DataType.Int type, int floatBits) {
    if (floatBits == 32 && type.bits() <= FLOAT32_BITS) {
      return Optional.of(new DataType.FloatingPoint(32));
    }
    return floatBits >= 32 && type.bits() <= FLOAT64_BITS
        ? Optional.of(new DataType.FloatingPoint(64))
        : Optional.empty();
  }

  private static Optional<DataType> decimals(DataType.Decimal left, DataType.Decimal right) {
    int digits = Math.max(left.precision(), right.precision());
    int bits = Math.max(left.bits(), right.bits());
    return left.scale() == right.scale()
        ? Optional.of(new DataType.Decimal(digits, left.scale(), bits))
        : Optional.empty();
  }

  private static Optional<DataType> dictionaries(
      DataType.Dictionary left, DataType.Dictionary right) {
    boolean same = left.ordered() == right.ordered() && Shapes.same(left.value(), right.value());
    return integers(left.index(), right.index())
        .filter(_ -> same)
        .map(index -> new DataType.Dictionary((DataType.Int) index, left.value(), left.ordered()));
  }

  /// The values of a node, which holds nothing else, as values of a field whose type is the wider
  /// one.
  public static Node convert(Node node, Field field, SegmentAllocator memory) {
    if (Shapes.same(node.field.type(), field.type())) {
      return node;
    }
    long count = node.length;
    return switch (field.type()) {
      case DataType _ when node.kind == Kind.NULL -> nulls(field, count, memory);
      case DataType.Int(int bits, _) -> whole(node, field, bits, memory);
      case DataType.FloatingPoint(int bits) -> floating(node, field, bits, memory);
      case DataType.Decimal type -> decimal(node, field, type.bits() / 8, memory);
      case DataType.LargeUtf8 _, DataType.LargeBinary _ -> offsets(node, field, memory);
      case DataType.Dictionary(DataType.Int index, _, _) ->
          whole(node, field, index.bits(), memory);
      case DataType other ->
          throw new IllegalStateException(node.where() + ": " + other + " for " + node.field);
    };
  }

  private static Node whole(Node node, Field field, int bits, SegmentAllocator memory) {
    MemorySegment values = memory.allocate(node.length * bits / 8, 64);
    for (long i = 0; i < node.length; i++) {
      Layouts.setInteger(values, i, node.integer(i), bits);
    }
    return node.as(field, Buffers.of(node.validity, values));
  }

  private static Node floating(Node node, Field field, int bits, SegmentAllocator memory) {
    MemorySegment values = memory.allocate(node.length * bits / 8, 64);
    for (long i = 0; i < node.length; i++) {
      double value = number(node, i);
      if (bits == 64) {
        values.set(Layouts.DOUBLE, i << 3, value);
      } else {
        values.set(Layouts.FLOAT, i << 2, (float) value);
      }
    }
    return node.as(field, Buffers.of(node.validity, values));
  }

  private static double number(Node node, long place) {
    return switch (node.kind) {
      case HALF -> Float.float16ToFloat(node.values.get(Layouts.SHORT, place << 1));
      case FLOAT -> node.values.get(Layouts.FLOAT, place << 2);
      default -> node.integer(place);
    };
  }

  private static Node decimal(Node node, Field field, int width, SegmentAllocator memory) {
    MemorySegment values = memory.allocate(node.length * width, 64);
    for (long i = 0; i < node.length; i++) {
      MemorySegment.copy(node.values, i * node.width, values, i * width, node.width);
      byte sign = (byte) (node.values.get(Layouts.BYTE, (i + 1) * node.width - 1) >> 7);
      values.asSlice(i * width + node.width, width - node.width).fill(sign);
    }
    return node.as(field, Buffers.of(node.validity, values));
  }

  private static Node offsets(Node node, Field field, SegmentAllocator memory) {
    MemorySegment offsets = memory.allocate((node.length + 1) << 3, 64);
    for (long i = 0; i <= node.length; i++) {
      offsets.set(Layouts.LONG, i << 3, node.offset(i));
    }
    return node.as(field, Buffers.of(node.validity, offsets, node.values));
  }

  /// Nothing but nulls of any type. What lies under them is 0.
  public static Node nulls(Field field, long count, SegmentAllocator memory) {
    return new NullNodes(memory).of(field, count);
  }
}
