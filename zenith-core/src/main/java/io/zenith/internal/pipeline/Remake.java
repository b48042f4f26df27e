package io.zenith.internal.pipeline;

import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Makes others of the record batches of a split, by the thread that has decoded them.
///
/// @param <T> a record batch, as bound for the consumer
@FunctionalInterface
public interface Remake<T> {

  /// Makes them, one of each.
  ///
  /// @param memory for what is new, of which the split has said how much it may be
  List<T> of(FileSplit split, List<T> batches, SegmentAllocator memory);
}
