package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Elements;
import io.zenith.internal.layout.Layouts;
import io.zenith.schema.DataType;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Makes numbers of another type of those of a column, or of fixed-size lists of numbers. Nulls
/// stay null.
///
/// To floating point, what cannot be exact is rounded to the nearest, by way of `float32` for
/// `float16`. To whole numbers, the fraction is cut off, and what the type cannot hold stops the
/// loader.
public final class Cast implements Transform {
  private static final DataType FLOAT32 = new DataType.FloatingPoint(32);

  private final String column;
  private final DataType type;

  private Cast(String column, DataType type) {
    this.column = column;
    this.type = type;
  }

  /// A cast to `Int` or `FloatingPoint`.
  ///
  /// @throws IllegalArgumentException if it is another type
  public static Cast of(String column, DataType type) {
    if (!(type instanceof DataType.Int || type instanceof DataType.FloatingPoint)) {
      throw new IllegalArgumentException(
          "a cast makes whole or floating-point numbers, no " + type);
    }
    return new Cast(column, type);
  }

  /// The same columns, with other numbers in this one.
  ///
  /// @throws IllegalArgumentException if there is no such column, or it has no numbers
  @Override
  public Schema output(Schema input) {
    return Elements.with(input, column, type);
  }

  @Override
  public void apply(Rows rows) {
    Elements in = rows.elements(column);
    MemorySegment out = rows.out(column);
    if (type.equals(FLOAT32)) {
      in.writeFloats(out, 1, (_, _) -> {});
      return;
    }
    for (long i = 0; i < in.count; i++) {
      if (!in.isNull(i)) {
        write(in, i, out);
      }
    }
  }

  private void write(Elements in, long i, MemorySegment out) {
    switch (type) {
      case DataType.FloatingPoint(int bits) when bits == 16 ->
          out.set(Layouts.SHORT, i << 1, Float.floatToFloat16((float) in.exact(i)));
      case DataType.FloatingPoint _ -> out.set(Layouts.DOUBLE, i << 3, in.exact(i));
      case DataType.Int(int bits, boolean signed) ->
          Layouts.setInteger(out, i, in.whole(i, bits, signed), bits);
      default -> throw new AssertionError(type);
    }
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("cast/1 " + this);
  }

  /// Column and type.
  @Override
  public String toString() {
    return ErrorText.printable("'" + column + "' to " + type);
  }
}
