package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.testkit.MemFolder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// The test kit for transforms finds those that do not act row by row.
class RowByRowTest {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  @Test
  void rowByRowPasses() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 500, 300, 700))) {
      RowByRow.check(Normalize.of("id", 3, 4), folder.open());
      RandomTransform draws =
          (rows, random) -> {
            MemorySegment out = rows.out("id");
            for (int i = 0; i < rows.count(); i++) {
              out.setAtIndex(LONG, i, random.at(i).nextLong() + rows.in().rowNumber(i));
            }
          };
      RowByRow.check(draws, folder.open());
    }
  }

  @Test
  void aTransformThatLooksAtOtherRowsIsFound() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 20))) {
      Transform previous =
          rows -> {
            MemorySegment out = rows.out("id");
            for (int i = rows.count() - 1; i > 0; i--) {
              out.setAtIndex(LONG, i, rows.in().longs("id").get(i - 1));
            }
          };
      AssertionError found =
          assertThrows(AssertionError.class, () -> RowByRow.check(previous, folder.open()));
      assertEquals(
          "the transform does not act row by row: column 'id' of row 19 is 19 in a chunk of 1, and"
              + " 18 among all",
          found.getMessage());
    }
  }

  @Test
  void aTransformThatCountsItsCallsIsFound() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", true, 0, 20))) {
      long[] calls = {0};
      Transform counts = rows -> rows.out("id").setAtIndex(LONG, 0, ++calls[0]);
      assertThrows(AssertionError.class, () -> RowByRow.check(counts, folder.open()));
      assertThrows(
          IllegalArgumentException.class,
          () -> {
            try (MemFolder empty = MemFolder.of(Ids.file("b.mem", true, 0))) {
              RowByRow.check(counts, empty.open());
            }
          });
    }
  }
}
