package io.zenith.parquet;

import io.zenith.spi.Projection;
import io.zenith.spi.StoredColumn;
import java.util.ArrayList;
import java.util.List;

/// How large the column chunks of a row group are in the file, packed: a dataset keeps that of all
/// row groups of all its files.
final class StoredSizes {
  private final List<Shape> columns;
  private final ColumnPath[] paths;
  private final long[] stored;
  private final long[] uncompressed;
  private final Stored.How[] how;
  private final long rows;

  private StoredSizes(List<Shape> columns, int count, long rows) {
    this.columns = columns;
    this.rows = rows;
    this.paths = new ColumnPath[count];
    this.stored = new long[count];
    this.uncompressed = new long[count];
    this.how = new Stored.How[count];
  }

  /// Of a row group.
  ///
  /// @param columns of the file
  static StoredSizes of(List<Shape> columns, RowGroup rowGroup) {
    int count = rowGroup.chunks().size();
    StoredSizes sizes = new StoredSizes(columns, count, rowGroup.rows());
    for (int leaf = 0; leaf < count; leaf++) {
      ColumnChunk chunk = rowGroup.chunks().get(leaf);
      sizes.paths[leaf] = chunk.path();
      sizes.stored[leaf] = chunk.stored().bytes();
      sizes.uncompressed[leaf] = chunk.uncompressed();
      sizes.how[leaf] = chunk.stored().how();
    }
    return sizes;
  }

  /// Bytes of what is read of columns.
  ///
  /// @param part how many rows are meant, which have their share
  long of(List<Projection> read, long part) {
    return Shape.of(columns, read).stream()
        .flatMap(column -> column.leaves().stream())
        .mapToLong(leaf -> share(stored[leaf], part))
        .reduce(0, ColumnNeed::add);
  }

  /// All chunks.
  ///
  /// @param part how many rows are meant, which have their share
  List<StoredColumn> columns(long part) {
    List<StoredColumn> found = new ArrayList<>(paths.length);
    for (int leaf = 0; leaf < paths.length; leaf++) {
      found.add(
          new StoredColumn(
              paths[leaf].dotted(),
              how[leaf].codec(),
              how[leaf].encodings(),
              share(stored[leaf], part),
              share(uncompressed[leaf], part),
              how[leaf].extras()));
    }
    return found;
  }

  private long share(long bytes, long part) {
    return part == rows ? bytes : (long) ((double) bytes * part / rows);
  }
}
