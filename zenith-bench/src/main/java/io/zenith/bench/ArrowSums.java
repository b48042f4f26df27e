package io.zenith.bench;

import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/// Every value of each vector read once and summed, by the same loops as [Sums].
final class ArrowSums implements ArrowWork {
  private static final int LANES = 4;

  @Override
  public double consume(VectorSchemaRoot batch) {
    double sum = 0;
    for (FieldVector vector : ArrowValues.numbers(batch)) {
      sum += sum(vector);
    }
    return sum;
  }

  @Override
  public void addTo(ColumnChecksums checksums, VectorSchemaRoot batch) {
    for (FieldVector vector : ArrowValues.numbers(batch)) {
      ArrowValues.addTo(checksums.column(vector.getName()), vector);
    }
  }

  private static double sum(FieldVector vector) {
    return switch (vector) {
      case BigIntVector longs -> sum(longs);
      case Float4Vector floats -> sum(floats);
      case UInt1Vector bytes -> sum(bytes);
      case IntVector ints -> sum(ints);
      case Float8Vector doubles -> sum(doubles);
      case FixedSizeListVector lists -> sum(lists.getDataVector());
      default -> throw new IllegalArgumentException(vector.getField() + " holds no numbers");
    };
  }

  private static int sum(UInt1Vector vector) {
    int rows = vector.getValueCount();
    int a = 0;
    int b = 0;
    int c = 0;
    int d = 0;
    int row = 0;
    for (; row <= rows - LANES; row += LANES) {
      a += vector.get(row) & 0xFF;
      b += vector.get(row + 1) & 0xFF;
      c += vector.get(row + 2) & 0xFF;
      d += vector.get(row + 3) & 0xFF;
    }
    int sum = a + b + c + d;
    for (; row < rows; row++) {
      sum += vector.get(row) & 0xFF;
    }
    return sum;
  }

  private static long sum(IntVector vector) {
    long sum = 0;
    for (int row = 0; row < vector.getValueCount(); row++) {
      sum += vector.get(row);
    }
    return sum;
  }

  private static long sum(BigIntVector vector) {
    long sum = 0;
    for (int row = 0; row < vector.getValueCount(); row++) {
      sum += vector.get(row);
    }
    return sum;
  }

  private static float sum(Float4Vector vector) {
    int rows = vector.getValueCount();
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int row = 0;
    for (; row <= rows - LANES; row += LANES) {
      a += vector.get(row);
      b += vector.get(row + 1);
      c += vector.get(row + 2);
      d += vector.get(row + 3);
    }
    float sum = (a + b) + (c + d);
    for (; row < rows; row++) {
      sum += vector.get(row);
    }
    return sum;
  }

  private static double sum(Float8Vector vector) {
    double sum = 0;
    for (int row = 0; row < vector.getValueCount(); row++) {
      sum += vector.get(row);
    }
    return sum;
  }
}
