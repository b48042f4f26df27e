package io.zenith.datasets;

import static org.apache.arrow.vector.types.FloatingPointPrecision.SINGLE;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// The columns of [GeneratedSet#MIXED] that hold lists and structs.
final class MixedNests {
  private static final int LIST_MAX = 6;
  private static final int FIXED_SIZE = 4;

  /// Elements draw from rows of their own, so that each has the whole range of draws. No set comes
  /// near this number of rows.
  private static final long ELEMENT_ROWS = 1L << 56;

  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(SINGLE);

  private MixedNests() {}

  static List<MixedColumn<?>> columns() {
    return List.of(
        new MixedColumn<>(
            nest("list_float32", new ArrowType.List(), required("item", FLOAT)),
            ListVector.class,
            (vector, at, random) ->
                setList(vector, at, random, Float4Vector.class, MixedNests::setReal)),
        new MixedColumn<>(
            nest("list_utf8", new ArrowType.List(), Field.nullable("item", new ArrowType.Utf8())),
            ListVector.class,
            (vector, at, random) ->
                setList(vector, at, random, VarCharVector.class, MixedNests::setText)),
        new MixedColumn<>(
            nest(
                "fixed_size_list_float32",
                new ArrowType.FixedSizeList(FIXED_SIZE),
                Field.nullable("item", FLOAT)),
            FixedSizeListVector.class,
            MixedNests::setFixedSizeList),
        new MixedColumn<>(
            nest(
                "struct",
                new ArrowType.Struct(),
                Field.nullable("a", new ArrowType.Int(32, true)),
                Field.nullable("b", new ArrowType.Utf8())),
            StructVector.class,
            MixedNests::setStruct));
  }

  private static <V extends FieldVector> void setList(
      ListVector list, int at, RowRandom random, Class<V> elements, MixedColumn.Setter<V> setter) {
    V values = elements.cast(list.getDataVector());
    int first = list.startNewValue(at);
    int count = random.below(LIST_MAX + 1, 1);
    for (int element = 0; element < count; element++) {
      setter.set(values, first + element, ofElement(random, element));
    }
    list.endValue(at, count);
  }

  private static void setFixedSizeList(FixedSizeListVector list, int at, RowRandom random) {
    Float4Vector values = (Float4Vector) list.getDataVector();
    int first = list.startNewValue(at);
    for (int element = 0; element < FIXED_SIZE; element++) {
      setReal(values, first + element, ofElement(random, element));
    }
  }

  private static void setStruct(StructVector struct, int at, RowRandom random) {
    struct.setIndexDefined(at);
    IntVector number = (IntVector) struct.getChild("a");
    RowRandom ofNumber = ofElement(random, 0);
    if (MixedColumn.isNull(ofNumber)) {
      number.setNull(at);
    } else {
      number.setSafe(at, (int) MixedNumbers.wholeNumber(ofNumber, 32));
    }
    setText((VarCharVector) struct.getChild("b"), at, ofElement(random, 1));
  }

  private static void setReal(Float4Vector vector, int at, RowRandom random) {
    vector.setSafe(at, MixedNumbers.real(random));
  }

  private static void setText(VarCharVector vector, int at, RowRandom random) {
    if (MixedColumn.isNull(random)) {
      vector.setNull(at);
    } else {
      vector.setSafe(at, MixedBytes.text(random));
    }
  }

  private static RowRandom ofElement(RowRandom random, int element) {
    return new RowRandom(random.random(), random.row() + ELEMENT_ROWS * (element + 1));
  }

  private static Field nest(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  private static Field required(String name, ArrowType type) {
    return new Field(name, FieldType.notNullable(type), null);
  }
}
