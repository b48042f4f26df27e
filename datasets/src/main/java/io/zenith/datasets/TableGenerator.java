package io.zenith.datasets;

import static org.apache.arrow.vector.types.FloatingPointPrecision.SINGLE;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// The rows of [GeneratedSet#TABLE].
final class TableGenerator implements Generator {
  private static final int FEATURES = 10;
  private static final int CLASSES = 10;
  private static final int BLOB_MIN = 80;
  private static final int BLOB_MAX = 120;

  private final CounterRandom labels;
  private final CounterRandom features;
  private final CounterRandom blobs;

  TableGenerator(long seed) {
    labels = new CounterRandom(seed, 0);
    features = new CounterRandom(seed, 1);
    blobs = new CounterRandom(seed, 2);
  }

  @Override
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.nullable("id", new ArrowType.Int(64, true)));
    fields.add(Field.nullable("label", new ArrowType.Int(64, true)));
    for (int feature = 0; feature < FEATURES; feature++) {
      fields.add(Field.nullable("f" + feature, new ArrowType.FloatingPoint(SINGLE)));
    }
    fields.add(Field.nullable("blob", new ArrowType.Binary()));
    return new Schema(fields);
  }

  /// The default number of rows fits into one batch, as in the published benchmark; a batch takes
  /// 10 MB.
  @Override
  public int batchRows() {
    return 65_536;
  }

  @Override
  public void fill(VectorSchemaRoot batch, long firstRow, int rows) {
    BigIntVector id = (BigIntVector) batch.getVector("id");
    BigIntVector label = (BigIntVector) batch.getVector("label");
    VarBinaryVector blob = (VarBinaryVector) batch.getVector("blob");
    for (int at = 0; at < rows; at++) {
      long row = firstRow + at;
      id.setSafe(at, row);
      label.setSafe(at, labels.below(CLASSES, row, 0));
      blob.setSafe(at, blob(row));
    }
    for (int feature = 0; feature < FEATURES; feature++) {
      Float4Vector vector = (Float4Vector) batch.getVector("f" + feature);
      for (int at = 0; at < rows; at++) {
        vector.setSafe(at, (float) features.gaussian(firstRow + at, feature));
      }
    }
  }

  private byte[] blob(long row) {
    RowRandom random = new RowRandom(blobs, row);
    int length = BLOB_MIN + random.below(BLOB_MAX - BLOB_MIN + 1, 0);
    return random.bytes(length, 1);
  }
}
