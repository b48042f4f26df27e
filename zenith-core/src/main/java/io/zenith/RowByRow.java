package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.ValueText;
import io.zenith.internal.rows.NewColumns;
import io.zenith.internal.rows.RowSpan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Tests that a transform acts row by row, as it must: for the unit tests of those who write one.
///
/// ```java
/// RowByRow.check(new MyTransform(), Dataset.open("sample.arrow"));
/// ```
public final class RowByRow {
  /// Rows of the sample: enough for several chunks, few enough for a test.
  private static final int ROWS = 1000;

  /// Neither divides the other, nor the rows.
  private static final int CHUNK = 7;

  private RowByRow() {}

  /// Runs a transform over the first 1,000 rows of a dataset in three ways, all at once, one by one
  /// from the last to the first, and seven at a time, and compares what it makes.
  ///
  /// @throws AssertionError if a row becomes something else; the message names column and row
  /// @throws IllegalArgumentException if the transform does not go with the dataset's columns
  /// @throws IllegalStateException if the transform fails
  public static void check(Transform transform, Dataset sample) throws IOException {
    check(new TransformStage.EachRow("the transform", transform), sample);
  }

  /// As [#check(Transform, Dataset)], with random numbers of seed 0 and epoch 0.
  public static void check(RandomTransform transform, Dataset sample) throws IOException {
    check(new TransformStage.EachRowAtRandom("the transform", transform, 0), sample);
  }

  private static void check(TransformStage stage, Dataset sample) throws IOException {
    int count = (int) Math.min(ROWS, sample.rowCount());
    if (count == 0) {
      throw new IllegalArgumentException("the sample has no rows");
    }
    Transforms transforms = new Transforms(sample.schema(), List.of(stage), 0, row -> "row " + row);
    Chunks chunks = new Chunks(transforms, sample.rows(0, count).nodes(), count);
    for (int row = count - 1; row >= 0; row--) {
      chunks.compare(row, 1);
    }
    for (int row = 0; row < count; row += CHUNK) {
      chunks.compare(row, Math.min(CHUNK, count - row));
    }
  }

  /// What the transform makes of the sample.
  private static final class Chunks {
    private final Transforms transforms;
    private final Node[] sample;
    private final Node[] together;

    private Chunks(Transforms transforms, Node[] sample, int count) {
      this.transforms = transforms;
      this.sample = sample;
      this.together = made(0, count);
    }

    private Node[] made(int start, int count) {
      SegmentAllocator memory = Arena.ofAuto();
      Node[] chunk = sample.clone();
      for (int column = 0; column < chunk.length; column++) {
        chunk[column] = Concat.copy(chunk[column], start, count, memory);
      }
      return transforms.apply(chunk, RowSpan.inOrder(0, count, start), memory);
    }

    /// Compares some rows by themselves with the same rows among all.
    private void compare(int start, int count) {
      Node[] alone = made(start, count);
      for (int column = 0; column < alone.length; column++) {
        // What has no fixed width is what came.
        boolean isMade = NewColumns.width(alone[column].field.type()) > 0;
        for (int row = start; row < start + count && isMade; row++) {
          compare(alone[column], row - start, together[column], row, count);
        }
      }
    }

    private static void compare(Node alone, int at, Node together, int row, int count) {
      String found = ValueText.of(alone, at);
      String expected = ValueText.of(together, row);
      if (!found.equals(expected)) {
        throw new AssertionError(
            ErrorText.printable(
                "the transform does not act row by row: column '"
                    + alone.field.name()
                    + "' of row "
                    + row
                    + " is "
                    + found
                    + " in a chunk of "
                    + count
                    + ", and "
                    + expected
                    + " among all"));
      }
    }
  }
}
