package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.Column;
import io.zenith.DictionaryColumn;
import java.util.Map;

/// Checksums of the columns of batches, as `peers/turns.py` makes them: of numbers, with zero for
/// null; of text the bytes, and the lengths by themselves.
final class BatchChecksums {
  private final ColumnChecksums checksums = new ColumnChecksums();

  /// Of batches that follow each other.
  static Map<String, String> of(Iterable<Batch> batches) {
    BatchChecksums all = new BatchChecksums();
    for (Batch batch : batches) {
      for (int place = 0; place < batch.schema().fields().size(); place++) {
        all.add(batch.column(place));
      }
    }
    return all.checksums.toHex();
  }

  private void add(Column column) {
    String name = column.field().name();
    for (int row = 0; row < column.rows(); row++) {
      if (column instanceof DictionaryColumn words && words.isNull(row)) {
        checksums.column(name + " lengths").add(0L);
      } else if (column instanceof DictionaryColumn words) {
        ZenithValues.add(checksums, name, words.dictionary(), words.get(row));
      } else {
        ZenithValues.add(checksums, name, column, row);
      }
    }
  }
}
