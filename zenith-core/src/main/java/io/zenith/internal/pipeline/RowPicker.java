package io.zenith.internal.pipeline;

import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Copies rows of several record batches into a new one. Filled again for each; not for several
/// threads at a time.
///
/// @param <T> a record batch, as bound for the consumer
public interface RowPicker<T> {

  /// How many rows a record batch has.
  long rows(T batch);

  /// Begins a new record batch.
  ///
  /// @param sources what the rows come from
  void begin(List<T> sources);

  /// Adds a row.
  ///
  /// @param source the place of the record batch in the list
  /// @param row counted from its first row
  void add(int source, long row);

  /// Adds rows that follow each other.
  ///
  /// @param source the place of the record batch in the list
  /// @param row the first, counted from its first row
  void add(int source, long row, int count);

  /// Whether something is done to rows after they are picked.
  boolean isTransforming();

  /// What becomes of picked rows.
  ///
  /// @param picked not empty, and what [#pick] gave last
  /// @param memory where new columns go; it need not be cleared
  T transform(T picked, SegmentAllocator memory);

  /// The rows that were added, in their order.
  ///
  /// @param rows which these are. It is kept
  /// @param memory where they go; it need not be cleared
  T pick(PickedRows rows, SegmentAllocator memory);
}
