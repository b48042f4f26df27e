package io.zenith.dl4j;

import io.zenith.Batch;
import io.zenith.TensorColumns;
import io.zenith.TensorSource;
import io.zenith.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.concurrency.AffinityManager;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/// Makes one array of each batch, by one copy into memory off the heap: that of the current
/// workspace, if there is one.
record ColumnArray(TensorSource source, DataType type) {

  /// Checks columns once for all batches.
  ///
  /// @throws IllegalArgumentException if one is not there, holds no numbers, or one number a row
  static List<ColumnArray> of(TensorColumns columns, Schema schema) {
    return columns.bind(schema).stream().map(ColumnArray::of).toList();
  }

  private static ColumnArray of(TensorSource source) {
    if (source.isNumber()) {
      throw new IllegalArgumentException(
          "column '"
              + source.name()
              + "' has one number a row, where Deeplearning4j wants rows of numbers: map classes by"
              + " OneHot.of, or name it with shaped(1)");
    }
    return new ColumnArray(source, type(source));
  }

  private static DataType type(TensorSource source) {
    return switch (source.elementType()) {
      case io.zenith.schema.DataType.Bool _ -> DataType.BOOL;
      case io.zenith.schema.DataType.FloatingPoint(int bits) ->
          bits == 16 ? DataType.FLOAT16 : bits == 32 ? DataType.FLOAT : DataType.DOUBLE;
      case io.zenith.schema.DataType.Int(int bits, boolean signed) ->
          switch (bits) {
            case 8 -> signed ? DataType.INT8 : DataType.UINT8;
            case 16 -> signed ? DataType.INT16 : DataType.UINT16;
            case 32 -> signed ? DataType.INT32 : DataType.UINT32;
            default -> signed ? DataType.INT64 : DataType.UINT64;
          };
      default -> throw new IllegalStateException("a tensor of " + source.elementType());
    };
  }

  /// How many numbers a row has.
  ///
  /// @throws UnsupportedOperationException if they are lists of variable length
  int rowSize() {
    long size =
        source
            .rowSize()
            .orElseThrow(() ->
                new UnsupportedOperationException(
                    "rows of " + source + " have as many numbers as they like"));
    return Math.toIntExact(size);
  }

  /// The array of a batch.
  INDArray of(Batch batch) {
    NewArray array = new NewArray(type);
    source.copy(batch, array);
    return array.filled();
  }

  @Override
  public String toString() {
    return source.toString();
  }

  /// An array while it is filled.
  private static final class NewArray implements TensorSource.Target {
    private final DataType type;
    private INDArray array = Nd4j.empty();

    private NewArray(DataType type) {
      this.type = type;
    }

    @Override
    public MemorySegment of(long[] shape) {
      array = Nd4j.createUninitialized(type, shape, 'c');
      return MemorySegment.ofBuffer(array.data().asNio());
    }

    private INDArray filled() {
      // A backend with memory of its own has to fetch what is here.
      Nd4j.getAffinityManager().tagLocation(array, AffinityManager.Location.HOST);
      return array;
    }
  }
}
