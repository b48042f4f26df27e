package io.zenith.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/// A Java array of each vector, copied out of its buffer at once. The arrays are used again for
/// each batch.
final class ArrowArrays implements ArrowWork {
  /// By place, made for the first batch, which is the largest.
  private final List<Object> arrays = new ArrayList<>();

  @Override
  public double consume(VectorSchemaRoot batch) {
    List<FieldVector> vectors = ArrowValues.numbers(batch);
    for (int i = 0; i < vectors.size(); i++) {
      if (i == arrays.size()) {
        arrays.add(newArray(vectors.get(i)));
      }
      copy(vectors.get(i), arrays.get(i));
    }
    return batch.getRowCount();
  }

  private static void copy(FieldVector vector, Object array) {
    int count = vector.getValueCount();
    switch (vector) {
      case BigIntVector _ -> bytes(vector, 8).asLongBuffer().get((long[]) array, 0, count);
      case Float4Vector _ -> bytes(vector, 4).asFloatBuffer().get((float[]) array, 0, count);
      case UInt1Vector _ -> bytes(vector, 1).get((byte[]) array, 0, count);
      case IntVector _ -> bytes(vector, 4).asIntBuffer().get((int[]) array, 0, count);
      case Float8Vector _ -> bytes(vector, 8).asDoubleBuffer().get((double[]) array, 0, count);
      case FixedSizeListVector lists -> copy(lists.getDataVector(), array);
      default -> throw new IllegalArgumentException(vector.getField() + " holds no numbers");
    }
  }

  private static ByteBuffer bytes(FieldVector vector, int width) {
    return vector
        .getDataBuffer()
        .nioBuffer(0, vector.getValueCount() * width)
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Object newArray(FieldVector vector) {
    int count = vector.getValueCount();
    return switch (vector) {
      case BigIntVector _ -> new long[count];
      case Float4Vector _ -> new float[count];
      case UInt1Vector _ -> new byte[count];
      case IntVector _ -> new int[count];
      case Float8Vector _ -> new double[count];
      case FixedSizeListVector lists -> newArray(lists.getDataVector());
      default -> throw new IllegalArgumentException(vector.getField() + " holds no numbers");
    };
  }

  @Override
  public void addTo(ColumnChecksums checksums, VectorSchemaRoot batch) {
    consume(batch);
    List<FieldVector> vectors = ArrowValues.numbers(batch);
    for (int i = 0; i < vectors.size(); i++) {
      FieldVector vector = vectors.get(i);
      checksums.column(vector.getName()).addArray(arrays.get(i), ArrowValues.count(vector));
    }
  }
}
