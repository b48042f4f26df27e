package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Elements;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;

/// Makes a list of `float32` of a whole number: 1 at its place, 0 elsewhere. Nulls stay null; a
/// number that has no place stops the loader.
public final class OneHot implements Transform {
  private final String column;
  private final int classes;

  private OneHot(String column, int classes) {
    this.column = column;
    this.classes = classes;
  }

  /// For numbers from 0 to `classes` - 1.
  ///
  /// @throws IllegalArgumentException if there is no class
  public static OneHot of(String column, int classes) {
    if (classes < 1) {
      throw new IllegalArgumentException(classes + " classes; at least 1");
    }
    return new OneHot(column, classes);
  }

  /// The same columns, with fixed-size lists of `float32` for this one.
  ///
  /// @throws IllegalArgumentException if there is no such column, or it has no whole numbers
  @Override
  public Schema output(Schema input) {
    int place = new SchemaIndex(input).of(column);
    Field field = input.fields().get(place);
    if (!(field.type() instanceof DataType.Int)) {
      throw new IllegalArgumentException(
          ErrorText.printable("column '" + column + "' is " + field.type() + ": no whole number"));
    }
    Field element = new Field("item", new DataType.FloatingPoint(32), false, Map.of());
    return Elements.with(input, place, new DataType.FixedSizeList(element, classes));
  }

  @Override
  public void apply(Rows rows) {
    Elements in = rows.elements(column);
    MemorySegment out = rows.out(column);
    for (long row = 0; row < in.count; row++) {
      if (in.isNull(row)) {
        continue;
      }
      long label = in.whole(row, Long.SIZE, true);
      if (label < 0 || label >= classes) {
        throw new IllegalArgumentException(
            "column '" + column + "' has " + label + "; expected 0 to " + (classes - 1));
      }
      out.set(Layouts.FLOAT, (row * classes + label) << 2, 1);
    }
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("one-hot/1 " + this);
  }

  /// Column and number of classes.
  @Override
  public String toString() {
    return "'" + column + "' of " + classes;
  }
}
