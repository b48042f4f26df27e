package io.zenith.parquet;

import io.zenith.spi.RowRange;
import java.util.ArrayList;
import java.util.List;

/// Cuts large row groups into parts, which are read by themselves: a row group is decoded into
/// memory as a whole, so that one of some GiB would need all of the budget, or more.
///
/// Where they are cut decides on the order of rows, so it depends on the footer alone: on neither
/// storage nor budget, nor on what becomes of the values. Of columns that are encrypted the footer
/// says more to whoever has their keys.
///
/// @param whole how many bytes the rows of a row group may take without being cut
/// @param part about how many bytes those of a part take
/// @param stored how many bytes of the file a part is at least: a few bytes may say that there are
///   billions of nulls, and each part takes memory
record RowGroupParts(long whole, long part, long stored) {
  static final RowGroupParts DEFAULT = new RowGroupParts(128 << 20, 64 << 20, 1 << 10);

  /// Where nobody knows which pages rows of lists are in, all that come before have to be read to
  /// find them.
  private static final int UNKNOWN_PAGES = 8;

  /// The parts of a row group, in their order.
  ///
  /// @param leaves of all columns, without dictionaries that the user may want or not
  List<RowRange> of(RowGroup rowGroup, List<Shape> shapes, List<Shape.Leaf> leaves) {
    long rows = rowGroup.rows();
    long bytes = 0;
    for (Shape shape : shapes) {
      // What is fetched depends on the storage, what is scratch on the columns of a read.
      ColumnNeed need = ColumnNeed.of(shape.stored(), rowGroup, leaves, rows, true);
      bytes = ColumnNeed.add(bytes, ColumnNeed.add(need.kept(), need.made()));
    }
    long times = areFound(rowGroup, leaves) ? 1 : UNKNOWN_PAGES;
    long size = rowGroup.chunks().stream().mapToLong(ColumnChunk::size).sum();
    long most = Math.min(rows, size / stored);
    long count = Math.min(bytes / ColumnNeed.times(part, times), most);
    if (bytes <= ColumnNeed.times(whole, times) || count <= 1) {
      return List.of(new RowRange(0, rows));
    }
    long each = even(Math.ceilDiv(rows, count));
    List<RowRange> parts = new ArrayList<>();
    for (long from = 0; from < rows; from += each) {
      parts.add(new RowRange(from, Math.min(each, rows - from)));
    }
    return parts;
  }

  /// So many rows or up to an eighth more, a multiple of a power of two: batches of as many rows
  /// then end where parts do, and need not be put together from two.
  private static long even(long rows) {
    long step = Math.max(1, Long.highestOneBit(rows) >> 3);
    return Math.ceilDiv(rows, step) * step;
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
