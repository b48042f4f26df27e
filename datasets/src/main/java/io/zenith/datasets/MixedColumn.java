package io.zenith.datasets;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// A column of [GeneratedSet#MIXED] and how one value of it is made.
///
/// @param <V> the vector that arrow-java has for the type
record MixedColumn<V extends FieldVector>(Field field, Class<V> vector, Setter<V> setter) {

  /// Draw number that decides whether a value is null, so setters count from 1.
  private static final int NULL_DRAW = 0;

  /// One value in ten is null.
  private static final int NULL_CHANCES = 10;

  /// Sets one value.
  interface Setter<V> {
    void set(V vector, int at, RowRandom random);
  }

  /// A nullable column of a plain type.
  static <V extends FieldVector> MixedColumn<V> of(
      String name, ArrowType type, Class<V> vector, Setter<V> setter) {
    return new MixedColumn<>(Field.nullable(name, type), vector, setter);
  }

  /// Whether the value whose random numbers these are is null, for columns and what they nest.
  static boolean isNull(RowRandom random) {
    return random.oneIn(NULL_CHANCES, NULL_DRAW);
  }

  void fill(FieldVector target, CounterRandom random, long firstRow, int rows) {
    V typed = vector.cast(target);
    for (int at = 0; at < rows; at++) {
      RowRandom ofRow = new RowRandom(random, firstRow + at);
      if (field.isNullable() && isNull(ofRow)) {
        typed.setNull(at);
      } else {
        setter.set(typed, at, ofRow);
      }
    }
  }
}
