package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.RowRange;
import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which parts of a file are fetched together.
final class ByteSpansTest {
  private static final long GAP = ByteSpans.MOST_GAP;

  /// As ranges: first bytes, and how many.
  private static List<RowRange> merged(List<RowRange> added) {
    ByteSpans spans = new ByteSpans();
    added.forEach(span -> spans.add(span.from(), span.count()));
    return spans.merged().stream().map(span -> new RowRange(span.start(), span.size())).toList();
  }

  private static RowRange at(long start, long size) {
    return new RowRange(start, size);
  }

  @Test
  void whatLiesCloseIsOne() {
    assertEquals(List.of(at(0, 10 + 2 * GAP)), merged(List.of(at(0, 10), at(10 + GAP, GAP))));
    List<RowRange> apart = List.of(at(0, 10), at(11 + GAP, 2 * GAP));
    assertEquals(apart, merged(apart));
    assertEquals(apart, merged(apart.reversed()));
  }

  @Test
  void aFewBytesBringNoMoreWithThem() {
    assertEquals(List.of(at(0, 1010)), merged(List.of(at(0, 1000), at(1005, 5))));
    List<RowRange> apart = List.of(at(0, 1000), at(1006, 5));
    assertEquals(apart, merged(apart));
    // What was brought is not needed.
    List<RowRange> both = List.of(at(100, 10), at(120, 10), at(60, 10));
    assertEquals(List.of(at(60, 10), at(100, 30)), merged(both));
  }

  /// However they lie, and in whatever order they come.
  @Test
  void allIsThereAndLittleElse() {
    Property.check(
        1000,
        (random, _) -> {
          List<RowRange> added = new ArrayList<>();
          long most = 1L << random.nextInt(1, 20);
          for (int i = random.nextInt(1, 12); i > 0; i--) {
            added.add(at(random.nextLong(20 * most), random.nextLong(most)));
          }
          List<RowRange> merged = merged(added);
          for (RowRange span : added) {
            assertTrue(
                merged.stream()
                    .anyMatch(one -> one.from() <= span.from() && span.end() <= one.end()));
          }
          for (int i = 1; i < merged.size(); i++) {
            assertTrue(merged.get(i - 1).end() < merged.get(i).from());
          }
          long needed = added.stream().mapToLong(RowRange::count).sum();
          assertTrue(merged.stream().mapToLong(RowRange::count).sum() <= 2 * needed);
        });
  }
}
