package io.zenith.datasets;

import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// The rows of [GeneratedSet#BLOBS]: as large as compressed pictures, and as random.
final class BlobGenerator implements Generator {
  private static final int CLASSES = 10;
  private static final int BLOB_MIN = 20_000;
  private static final int BLOB_MAX = 40_000;

  private final CounterRandom labels;
  private final CounterRandom blobs;

  BlobGenerator(long seed) {
    labels = new CounterRandom(seed, 0);
    blobs = new CounterRandom(seed, 1);
  }

  @Override
  public Schema schema() {
    return new Schema(
        List.of(
            Field.notNullable("blob", new ArrowType.Binary()),
            Field.notNullable("label", new ArrowType.Int(64, true))));
  }

  /// A batch takes 3.8 MB.
  @Override
  public int batchRows() {
    return 128;
  }

  @Override
  public void fill(VectorSchemaRoot batch, long firstRow, int rows) {
    VarBinaryVector blob = (VarBinaryVector) batch.getVector("blob");
    BigIntVector label = (BigIntVector) batch.getVector("label");
    for (int at = 0; at < rows; at++) {
      long row = firstRow + at;
      blob.setSafe(at, blob(row));
      label.setSafe(at, labels.below(CLASSES, row, 0));
    }
  }

  private byte[] blob(long row) {
    RowRandom random = new RowRandom(blobs, row);
    return random.bytes(BLOB_MIN + random.below(BLOB_MAX - BLOB_MIN + 1, 0), 1);
  }
}
