package io.zenith;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Files of one `int64` column `id` that counts the rows of the dataset: what tests of the way of
/// the data read.
final class Ids {
  static final DataType TYPE = new DataType.Int(64, true);
  static final Schema SCHEMA = Schema.of(Field.of("id", TYPE));

  private Ids() {}

  /// A record batch of so many ids.
  static RecordBatch batch(long from, int rows) {
    List<Object> ids = new ArrayList<>();
    for (long id = from; id < from + rows; id++) {
      ids.add(id);
    }
    ArrayData column = ArrayBuilder.plain(TYPE, ids);
    return new RecordBatch(0, rows, List.of(column));
  }

  static MemFile file(String name, boolean decoding) {
    return decoding ? MemFile.decoding(name, SCHEMA) : MemFile.mapped(name, SCHEMA);
  }

  /// A file of splits with so many rows each, a record batch a split.
  static MemFile file(String name, boolean decoding, long from, int... rows) {
    MemFile file = file(name, decoding);
    long next = from;
    for (int count : rows) {
      file.split(batch(next, count));
      next += count;
    }
    return file;
  }

  /// Counts the reads of splits.
  static AtomicInteger reads(MemFile... files) {
    AtomicInteger reads = new AtomicInteger();
    for (MemFile file : files) {
      file.probe((point, _) -> {
        if (point == Point.READ) {
          reads.incrementAndGet();
        }
      });
    }
    return reads;
  }

  /// Fails unless the batch has the ids that its rows have in the dataset.
  static void check(Batch batch) {
    LongColumn ids = batch.longs("id");
    for (int row = 0; row < batch.rows(); row++) {
      if (ids.get(row) != batch.rowNumber(row)) {
        throw new AssertionError(
            "row " + batch.rowNumber(row) + " of epoch " + batch.epoch() + " is " + ids.get(row));
      }
    }
  }
}
