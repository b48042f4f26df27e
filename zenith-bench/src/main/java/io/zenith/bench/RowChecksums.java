package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.BinaryColumn;
import io.zenith.Column;
import java.util.Map;
import java.util.zip.CRC32;

/// Checksums of rows in whatever order they come, as `peers/shuffled_batches.py` makes them: of
/// numbers, and of the CRC-32 of binaries.
final class RowChecksums {
  private final ColumnChecksums checksums = new ColumnChecksums();

  /// Adds all rows of a batch by their numbers.
  ///
  /// @param before what is added to the number of each row
  void add(Batch batch, long before) {
    for (int place = 0; place < batch.schema().fields().size(); place++) {
      Column column = batch.column(place);
      ColumnChecksums.Column sum = checksums.column(column.field().name());
      for (int row = 0; row < batch.rows(); row++) {
        add(sum.at(before + batch.rowNumber(row)), column, row);
      }
    }
  }

  private static void add(ColumnChecksums.Column sum, Column column, int row) {
    if (column instanceof BinaryColumn binaries) {
      CRC32 crc = new CRC32();
      crc.update(binaries.get(row));
      sum.add(crc.getValue());
    } else {
      ZenithValues.add(sum, column, row);
    }
  }

  Map<String, String> toHex() {
    return checksums.toHex();
  }
}
