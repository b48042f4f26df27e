package io.zenith.parquet;

import io.zenith.spi.Projection;
import java.util.List;

/// The memory that some rows of a row group take, packed: a dataset keeps that of all row groups of
/// all its files, for whatever is read of their columns.
final class LeafNeeds {
  /// How many numbers there are of a leaf.
  private static final int NUMBERS = 6;

  private final List<Shape> columns;
  private final long rows;
  private final long[] numbers;

  private LeafNeeds(List<Shape> columns, long rows, long[] numbers) {
    this.columns = columns;
    this.rows = rows;
    this.numbers = numbers;
  }

  /// Of a row group.
  ///
  /// @param columns of the file
  /// @param leaves of the file
  /// @param rows how many are read
  /// @param isMapped whether nothing is fetched
  static LeafNeeds of(
      List<Shape> columns,
      RowGroup rowGroup,
      List<Shape.Leaf> leaves,
      long rows,
      boolean isMapped) {
    long[] numbers = new long[NUMBERS * leaves.size()];
    for (Shape column : columns) {
      boolean isNested = !(column instanceof Shape.Leaf);
      for (int number : column.leaves()) {
        LeafNeed leaf = LeafNeed.of(leaves.get(number), isNested, rowGroup, rows, isMapped);
        int at = NUMBERS * number;
        numbers[at] = leaf.width();
        numbers[at + 1] = leaf.values();
        numbers[at + 2] = leaf.kept();
        numbers[at + 3] = leaf.changed();
        numbers[at + 4] = leaf.scratch();
        numbers[at + 5] = leaf.fetched();
      }
    }
    return new LeafNeeds(columns, rows, numbers);
  }

  /// Of what is read of columns.
  List<ColumnNeed> of(List<Projection> read) {
    return Shape.of(columns, read).stream()
        .map(column -> ColumnNeed.of(column, this::leaf, rows))
        .toList();
  }

  private LeafNeed leaf(int number) {
    int at = NUMBERS * number;
    return new LeafNeed(
        (int) numbers[at],
        numbers[at + 1],
        numbers[at + 2],
        numbers[at + 3],
        numbers[at + 4],
        numbers[at + 5]);
  }
}
