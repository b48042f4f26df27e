package io.zenith.internal.filter;

import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.TypeLayout;
import io.zenith.internal.layout.Views;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The values that a predicate asks for, as a column of what is stored: those that some value can
/// be equal to.
final class SoughtValues {
  private SoughtValues() {}

  /// The values, none of which is null; nothing if the predicate asks for more than single values,
  /// or the type has no such column.
  ///
  /// @param type what is stored: no dictionary and no runs
  static Optional<ArrayData> of(
      Predicate.OfValue predicate, DataType type, SegmentAllocator memory) {
    List<Literal> literals =
        switch (predicate) {
          case Predicate.Compare(_, Operator operator, Literal value)
              when operator == Operator.EQ ->
              List.of(value);
          case Predicate.In in -> in.values();
          case Predicate.Compare _, Predicate.StartsWith _ -> List.of();
        };
    if (literals.isEmpty() || !isStored(type)) {
      return Optional.empty();
    }
    List<byte[]> values = new ArrayList<>();
    literals.forEach(literal -> add(literal, type, values));
    List<MemorySegment> buffers = new ArrayList<>();
    buffers.add(MemorySegment.NULL);
    buffers.addAll(buffers(type, values, memory));
    return Optional.of(new ArrayData(type, values.size(), 0, buffers, List.of(), Optional.empty()));
  }

  private static boolean isStored(DataType type) {
    return switch (Kind.of(type)) {
      case BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, UTF8, BINARY, FIXED_SIZE_BINARY ->
          true;
      default -> false;
    };
  }

  /// Adds a value as it is stored, if that can be.
  private static void add(Literal literal, DataType type, List<byte[]> values) {
    switch (type) {
      case DataType.FloatingPoint(int bits) -> addFloating(literal, bits, values);
      case DataType.FixedSizeBinary(int width) -> {
        if (literal instanceof Literal.Bytes bytes && bytes.bytes().length == width) {
          values.add(bytes.bytes());
        }
      }
      case DataType whole when StoredNumber.bits(whole) > 0 ->
          StoredNumber.of(whole, literal)
              .filter(number -> StoredNumber.isStored(whole, number))
              .ifPresent(number -> values.add(bytes(number, StoredNumber.bits(whole) / 8)));
      default -> {
        switch (literal) {
          case Literal.Text(String text) -> values.add(text.getBytes(StandardCharsets.UTF_8));
          case Literal.Bytes bytes -> values.add(bytes.bytes());
          default -> {
            // nothing else is stored so
          }
        }
      }
    }
  }

  /// Zeros are equal whatever their sign, and `NaN` is equal to nothing.
  private static void addFloating(Literal literal, int bits, List<byte[]> values) {
    double value =
        switch (literal) {
          case Literal.Exact(BigDecimal number) -> Double.parseDouble(number.toString());
          case Literal.NotFinite(double number) -> number;
          default -> Double.NaN;
        };
    if (value == 0) {
      values.add(floating(0.0, bits));
      values.add(floating(-0.0, bits));
    } else if (value == narrowed(value, bits)) {
      values.add(floating(value, bits));
    }
  }

  private static double narrowed(double value, int bits) {
    return switch (bits) {
      case 16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case 32 -> (float) value;
      default -> value;
    };
  }

  private static byte[] floating(double value, int bits) {
    long stored =
        switch (bits) {
          case 16 -> Float.floatToFloat16((float) value);
          case 32 -> Float.floatToRawIntBits((float) value);
          default -> Double.doubleToRawLongBits(value);
        };
    return bytes(BigDecimal.valueOf(stored), bits / 8);
  }

  /// A whole number, little-endian.
  private static byte[] bytes(BigDecimal number, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = number.toBigInteger().shiftRight(Byte.SIZE * i).byteValue();
    }
    return bytes;
  }

  private static List<MemorySegment> buffers(
      DataType type, List<byte[]> values, SegmentAllocator memory) {
    MemorySegment bytes = bytes(values, memory);
    Kind kind = Kind.of(type);
    if (kind != Kind.UTF8 && kind != Kind.BINARY) {
      return List.of(bytes);
    }
    return TypeLayout.isScattered(type)
        ? List.of(views(values, bytes, memory), bytes)
        : List.of(offsets(values, TypeLayout.isWide(type), memory), bytes);
  }

  private static MemorySegment bytes(List<byte[]> values, SegmentAllocator memory) {
    MemorySegment all =
        memory.allocate(values.stream().mapToLong(value -> value.length).sum(), Long.BYTES);
    long at = 0;
    for (byte[] value : values) {
      MemorySegment.copy(value, 0, all, Layouts.BYTE, at, value.length);
      at += value.length;
    }
    return all;
  }

  private static MemorySegment offsets(List<byte[]> values, boolean wide, SegmentAllocator memory) {
    int width = wide ? Long.BYTES : Integer.BYTES;
    MemorySegment offsets = memory.allocate((values.size() + 1L) * width, Long.BYTES);
    long end = 0;
    for (int i = 0; i <= values.size(); i++) {
      Layouts.setInteger(offsets, i, end, width * Byte.SIZE);
      end += i < values.size() ? values.get(i).length : 0;
    }
    return offsets;
  }

  private static MemorySegment views(
      List<byte[]> values, MemorySegment bytes, SegmentAllocator memory) {
    MemorySegment views = memory.allocate((long) values.size() * Views.BYTES, Long.BYTES);
    int at = 0;
    for (int i = 0; i < values.size(); i++) {
      int length = values.get(i).length;
      Views.write(views, i, bytes.asSlice(at, length), 0, at);
      at += length;
    }
    return views;
  }
}
