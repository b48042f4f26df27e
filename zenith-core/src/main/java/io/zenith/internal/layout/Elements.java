package io.zenith.internal.layout;

import io.zenith.internal.ErrorText;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The numbers of some rows of a column, or those in its fixed-size lists, one after the other.
public final class Elements {
  /// Few enough for the first cache.
  private static final int AT_ONCE = 1024;

  /// The nodes from the column to its numbers.
  private final List<Node> levels = new ArrayList<>();

  /// How many numbers a value of each of them has.
  private final List<Long> sizes = new ArrayList<>();

  /// The node of the numbers.
  final Node numbers;

  /// The first of them.
  final long start;

  /// How many there are.
  public final long count;

  private final boolean hasNulls;

  private Elements(Node column, long first, long rows) {
    Node node = column;
    long each = 1;
    levels.add(node);
    while (node.field.type() instanceof DataType.FixedSizeList(_, int size)) {
      each *= size;
      node = node.children.getFirst();
      levels.add(node);
    }
    long inside = 1;
    for (Node level : levels.reversed()) {
      inside *= level.field.type() instanceof DataType.FixedSizeList(_, int size) ? size : 1;
      sizes.addFirst(inside);
    }
    this.numbers = node;
    this.start = first * each;
    this.count = rows * each;
    this.hasNulls = levels.stream().anyMatch(level -> level.hasNulls);
  }

  /// The numbers of some rows of a column.
  ///
  /// @param column a checked node
  /// @throws IllegalArgumentException if it has no numbers
  public static Elements of(Node column, long first, long rows) {
    requireNumeric(column.field.name(), column.field.type());
    return new Elements(column, first, rows);
  }

  /// Throws if a type is neither a number nor fixed-size lists of numbers.
  static void requireNumeric(String column, DataType type) {
    DataType inner = type;
    while (inner instanceof DataType.FixedSizeList list) {
      inner = list.element().type();
    }
    if (!Kind.of(inner).isNumeric()) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "column '"
                  + column
                  + "' is "
                  + type
                  + ": not a number, and no fixed-size lists of them"));
    }
  }

  /// A schema with other numbers in one of its columns.
  ///
  /// @throws IllegalArgumentException if there is no such column, or it has no numbers
  public static Schema with(Schema schema, String column, DataType number) {
    int place = new SchemaIndex(schema).of(column);
    Field field = schema.fields().get(place);
    requireNumeric(column, field.type());
    return with(schema, place, with(field.type(), number));
  }

  /// A schema with another type for one of its columns.
  public static Schema with(Schema schema, int place, DataType type) {
    Field before = schema.fields().get(place);
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.set(place, new Field(before.name(), type, before.nullable(), before.metadata()));
    return new Schema(fields, schema.metadata());
  }

  private static DataType with(DataType type, DataType number) {
    if (type instanceof DataType.FixedSizeList(Field element, int size)) {
      return new DataType.FixedSizeList(
          new Field(
              element.name(), with(element.type(), number), element.nullable(), element.metadata()),
          size);
    }
    return number;
  }

  /// Whether a number is null, or in a list that is.
  public boolean isNull(long element) {
    if (hasNulls) {
      for (int i = 0; i < levels.size(); i++) {
        if (levels.get(i).isNull((start + element) / sizes.get(i))) {
          return true;
        }
      }
    }
    return false;
  }

  /// Changes some numbers, one behind the other.
  public interface Change {
    void of(float[] numbers, int count);
  }

  /// Writes all numbers as `float32`, rounded to the nearest, and changed.
  ///
  /// @param multiple of how many numbers a change gets a multiple
  public void writeFloats(MemorySegment out, int multiple, Change change) {
    int length = Math.max(multiple, AT_ONCE / multiple * multiple);
    float[] run = new float[length];
    for (long at = 0; at < count; at += length) {
      int size = (int) Math.min(length, count - at);
      Floats.copy(numbers, start + at, size, run, 0);
      change.of(run, size);
      MemorySegment.copy(run, 0, out, Layouts.FLOAT, at << 2, size);
    }
  }

  /// A number as `float64`: only whole numbers beyond 2^53 are rounded, to the nearest.
  public double exact(long element) {
    long place = start + element;
    return switch (numbers.kind) {
      case HALF -> Float.float16ToFloat(numbers.values.get(Layouts.SHORT, place << 1));
      case FLOAT -> numbers.values.get(Layouts.FLOAT, place << 2);
      case DOUBLE -> numbers.values.get(Layouts.DOUBLE, place << 3);
      default -> {
        long value = stored(place);
        yield numbers.unsignedLong && value < 0
            ? (double) ((value >>> 1) | (value & 1)) * 2
            : (double) value;
      }
    };
  }

  /// A number without its fraction, as the bits of a whole number.
  ///
  /// @throws IllegalArgumentException if so many bits cannot hold it
  public long whole(long element, int bits, boolean signed) {
    if (isFloatingPoint()) {
      return cut(exact(element), bits, signed);
    }
    long value = stored(start + element);
    boolean tooLarge = numbers.unsignedLong && value < 0;
    boolean fits =
        signed
            ? !tooLarge && value >> (bits - 1) == value >> (Long.SIZE - 1)
            : bits == Long.SIZE ? tooLarge || value >= 0 : value >>> bits == 0;
    if (!fits) {
      throw doesNotFit(
          tooLarge ? Long.toUnsignedString(value) : Long.toString(value), bits, signed);
    }
    return value;
  }

  private long cut(double value, int bits, boolean signed) {
    double limit = Math.scalb(1.0, signed ? bits - 1 : bits);
    double least = signed ? -limit - 1 : -1;
    // Written so that a NaN does not fit. Of 64 bits, one less than the least is the least itself.
    boolean fits = value < limit && (value > least || (signed && value == -limit));
    if (!fits) {
      throw doesNotFit(Double.toString(value), bits, signed);
    }
    return value < Long.MAX_VALUE ? (long) value : (long) (value - limit / 2) + Long.MIN_VALUE;
  }

  private IllegalArgumentException doesNotFit(String value, int bits, boolean signed) {
    return new IllegalArgumentException(
        ErrorText.printable(
            "column '"
                + levels.getFirst().field.name()
                + "' has "
                + value
                + "; expected what fits "
                + new DataType.Int(bits, signed)));
  }

  private boolean isFloatingPoint() {
    return numbers.kind == Kind.HALF || numbers.kind == Kind.FLOAT || numbers.kind == Kind.DOUBLE;
  }

  private long stored(long place) {
    return numbers.kind == Kind.BOOLEAN ? (numbers.bit(place) ? 1 : 0) : numbers.integer(place);
  }
}
