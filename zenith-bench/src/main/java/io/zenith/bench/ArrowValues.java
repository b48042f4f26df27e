package io.zenith.bench;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/// The vectors that become arrays, and their values.
final class ArrowValues {
  private ArrowValues() {}

  /// All vectors of a batch but the binary ones.
  static List<FieldVector> numbers(VectorSchemaRoot batch) {
    List<FieldVector> numbers = new ArrayList<>();
    for (FieldVector vector : batch.getFieldVectors()) {
      if (!(vector instanceof BaseVariableWidthVector)) {
        numbers.add(vector);
      }
    }
    return numbers;
  }

  /// How many numbers.
  static int count(FieldVector vector) {
    return vector instanceof FixedSizeListVector lists
        ? lists.getDataVector().getValueCount()
        : vector.getValueCount();
  }

  /// Adds the values of a vector to a checksum, one by one.
  static void addTo(ColumnChecksums.Column checksum, FieldVector vector) {
    if (vector instanceof FixedSizeListVector lists) {
      addTo(checksum, lists.getDataVector());
      return;
    }
    for (int row = 0; row < vector.getValueCount(); row++) {
      switch (vector) {
        case BigIntVector longs -> checksum.add(longs.get(row));
        case Float4Vector floats -> checksum.add(floats.get(row));
        case UInt1Vector bytes -> checksum.add(bytes.get(row) & 0xFF);
        case IntVector ints -> checksum.add(Integer.toUnsignedLong(ints.get(row)));
        case Float8Vector doubles -> checksum.add(doubles.get(row));
        default -> throw new IllegalArgumentException(vector.getField() + " holds no numbers");
      }
    }
  }
}
