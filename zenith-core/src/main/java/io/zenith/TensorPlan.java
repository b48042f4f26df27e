package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.layout.TensorShapes;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One tensor that is asked for, of columns that are not looked up yet.
///
/// @param names the columns; one, unless they are stacked
/// @param row the shape that a row should have, if it was said
record TensorPlan(List<String> names, boolean stacked, Optional<List<Long>> row) {

  TensorPlan(List<String> names, boolean stacked) {
    this(names, stacked, Optional.empty());
  }

  TensorPlan shaped(long... shape) {
    return new TensorPlan(names, stacked, Optional.of(Arrays.stream(shape).boxed().toList()));
  }

  /// Looks the columns up.
  TensorSource bind(SchemaIndex index) {
    return stacked ? bindStack(index) : bindColumn(index, names.getFirst());
  }

  private TensorSource bindStack(SchemaIndex index) {
    for (String name : names) {
      Field field = field(index, name);
      if (!Kind.of(field.type()).isNumeric()) {
        throw new IllegalArgumentException(
            ErrorText.printable("column '" + name + "' is " + field.type() + ", not a number"));
      }
    }
    requireSize(names.size());
    return new TensorSource(
        this, new DataType.FloatingPoint(32), OptionalLong.of(names.size()), isNumber(false));
  }

  private TensorSource bindColumn(SchemaIndex index, String name) {
    Field field = field(index, name);
    DataType element = elementType(field);
    if (!Kind.of(element).isNumeric()) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "column '" + name + "' is " + field.type() + ": no tensor, as it holds no numbers"));
    }
    OptionalLong size = size(field.type());
    size.ifPresent(this::requireSize);
    return new TensorSource(this, element, size, isNumber(Kind.of(field.type()).isNumeric()));
  }

  /// What is within all lists, as it is stored.
  private static DataType elementType(Field field) {
    return switch (field.type()) {
      case DataType.Struct(List<Field> parts) when TensorShapes.isVariable(field) ->
          elementType(parts.getFirst());
      case DataType.FixedSizeList(Field element, _) -> elementType(element);
      case DataType.List(Field element) -> elementType(element);
      case DataType.LargeList(Field element) -> elementType(element);
      case DataType.ListView(Field element) -> elementType(element);
      case DataType.LargeListView(Field element) -> elementType(element);
      case DataType.Date(int bits) -> new DataType.Int(bits, true);
      case DataType.Time time -> new DataType.Int(time.bits(), true);
      case DataType.Timestamp _, DataType.Duration _ -> new DataType.Int(64, true);
      default -> field.type();
    };
  }

  /// How many numbers a value has, if that is the same for all.
  private static OptionalLong size(DataType type) {
    if (type instanceof DataType.FixedSizeList(Field element, int length)) {
      OptionalLong inner = size(element.type());
      return inner.isEmpty() ? inner : OptionalLong.of(times(inner.getAsLong(), length));
    }
    return Kind.of(type).isNumeric() ? OptionalLong.of(1) : OptionalLong.empty();
  }

  /// Whether a row is one number, without a dimension.
  private boolean isNumber(boolean byItself) {
    return row.map(List::isEmpty).orElse(byItself);
  }

  private static Field field(SchemaIndex index, String name) {
    return index.schema.fields().get(index.of(name));
  }

  private void requireSize(long size) {
    if (row.isPresent() && product(row.get()) != size) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "rows of " + columns() + " have " + size + " values, not those of " + row.get()));
    }
  }

  /// The shape of a tensor of some rows.
  ///
  /// @param found the shape that it has by itself
  /// @throws IllegalStateException if the rows have not as many values as the shape that was said
  long[] shape(long[] found) {
    if (row.isEmpty()) {
      return found;
    }
    long[] shape = new long[1 + row.get().size()];
    shape[0] = found[0];
    for (int i = 1; i < shape.length; i++) {
      shape[i] = row.get().get(i - 1);
    }
    long size = Arrays.stream(found).skip(1).reduce(1, TensorPlan::times);
    if (found[0] > 0 && size != product(row.get())) {
      throw new IllegalStateException(
          ErrorText.printable(
              "rows of "
                  + columns()
                  + " have "
                  + size
                  + " values in this batch, not those of "
                  + row.get()));
    }
    return shape;
  }

  private static long product(List<Long> sizes) {
    return sizes.stream().reduce(1L, TensorPlan::times);
  }

  /// The product, or more than anything can have.
  private static long times(long a, long b) {
    return Math.multiplyHigh(a, b) == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
  }

  /// The name of the column, or `stack(age, fare)`.
  String columns() {
    return stacked ? "stack(" + String.join(", ", names) + ")" : names.getFirst();
  }

  @Override
  public String toString() {
    return row.map(shape -> columns() + " " + shape).orElseGet(this::columns);
  }
}
