package io.zenith.parquet;

import io.zenith.spi.RowRange;
import java.util.ArrayList;
import java.util.List;

/// Cuts large row groups into parts, which are read by themselves: a row group is decoded into
/// memory as a whole, so that one of some GiB would need all of the budget, or more.
///
/// Where they are cut depends on the footer alone, for it decides on the order of rows.
///
/// @param most how many bytes the rows of a row group may take without being cut
/// @param part about how many bytes those of a part take
/// @param stored how many bytes of the file a part is at least: a few bytes may say that there are
///   billions of nulls, and each part takes memory
record RowGroupParts(long most, long part, long stored) {
  static final RowGroupParts DEFAULT = new RowGroupParts(128 << 20, 64 << 20, 1 << 10);

  /// Where nobody knows which pages rows of lists are in, all that come before have to be read to
  /// find them.
  private static final int UNKNOWN_PAGES = 8;

  /// The parts of a row group, in their order.
  List<RowRange> of(RowGroup rowGroup, List<Shape> shapes, List<Shape.Leaf> leaves) {
    long rows = rowGroup.rows();
    long bytes = 0;
    for (Shape shape : shapes) {
      // What is fetched depends on the storage, what is scratch on the columns of a read.
      ColumnNeed need = ColumnNeed.of(shape, rowGroup, leaves, rows, true);
      bytes = ColumnNeed.add(bytes, ColumnNeed.add(need.kept(), need.made()));
    }
    long times = areFound(rowGroup, leaves) ? 1 : UNKNOWN_PAGES;
    long size = rowGroup.chunks().stream().mapToLong(ColumnChunk::size).sum();
    long count = Math.min(bytes / ColumnNeed.times(part, times), size / stored);
    if (bytes <= ColumnNeed.times(most, times) || count <= 1) {
      return List.of(new RowRange(0, rows));
    }
    long each = Math.ceilDiv(rows, count);
    List<RowRange> parts = new ArrayList<>();
    for (long from = 0; from < rows; from += each) {
      parts.add(new RowRange(from, Math.min(each, rows - from)));
    }
    return parts;
  }

  /// Whether rows can be found without others being read.
  private static boolean areFound(RowGroup rowGroup, List<Shape.Leaf> leaves) {
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      if (leaves.get(leaf).levels().repetition() > 0
          && rowGroup.chunks().get(leaf).summary().offsetIndex().isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
