package io.zenith.internal.filter;

import io.zenith.internal.pipeline.RowRanges;
import io.zenith.internal.rows.Chunk;
import java.io.IOException;
import java.util.List;

/// A part of a filter that is checked against a schema. It is asked of rows that were read, and of
/// what a file says about rows that were not.
sealed interface BoundPart permits BoundPart.Joined, BoundNulls, BoundValues {
  /// Keeps no row.
  RowMatcher NONE = (_, _) -> 0;

  /// Keeps all rows.
  RowMatcher ALL = (_, rows) -> rows;

  /// Finds the rows of a record batch.
  RowMatcher on(Chunk chunk);

  /// Those of some rows of a split that may be kept.
  ///
  /// @throws IOException if the storage fails
  RowRanges within(RowRanges asked, SplitFacts facts) throws IOException;

  /// The same for a column that the file does not store: all rows have one value, or are null.
  default RowRanges ofOneValue(RowRanges asked, SplitFacts facts) {
    return on(Chunk.unread(facts.columns())).keep(0, 1) == 0 ? RowRanges.none() : asked;
  }

  /// Several parts.
  ///
  /// @param all whether a row has to be kept by all of them, and not by one
  record Joined(List<BoundPart> parts, boolean all) implements BoundPart {
    @Override
    public RowMatcher on(Chunk chunk) {
      RowMatcher[] tests = parts.stream().map(part -> part.on(chunk)).toArray(RowMatcher[]::new);
      return all ? all(tests) : any(tests);
    }

    private static RowMatcher all(RowMatcher... tests) {
      return (from, rows) -> {
        long kept = rows;
        for (int i = 0; i < tests.length && kept != 0; i++) {
          kept = tests[i].keep(from, kept);
        }
        return kept;
      };
    }

    private static RowMatcher any(RowMatcher... tests) {
      return (from, rows) -> {
        long left = rows;
        for (int i = 0; i < tests.length && left != 0; i++) {
          left &= ~tests[i].keep(from, left);
        }
        return rows & ~left;
      };
    }

    @Override
    public RowRanges within(RowRanges asked, SplitFacts facts) throws IOException {
      RowRanges kept = all ? asked : RowRanges.none();
      for (BoundPart part : parts) {
        kept = all ? part.within(kept, facts) : kept.or(part.within(asked, facts));
      }
      return kept;
    }
  }
}
