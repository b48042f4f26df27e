package io.zenith.internal.pipeline;

import io.zenith.internal.order.LaneRange;
import java.io.IOException;
import java.util.Optional;

/// Where the rows of steps are: in windows that are read ahead, or in files that give any row.
///
/// @param <T> a record batch, as bound for the consumer
interface StepRows<T> extends AutoCloseable {

  /// The rows of one group of steps, which can be read now. Used by one thread.
  ///
  /// @param <T> a record batch, as bound for the consumer
  interface Ready<T> extends AutoCloseable {

    /// Tells the picker what the rows come from; again for others of them, if some have failed.
    void begin(RowPicker<T> picker) throws IOException;

    /// Adds rows to the picker.
    ///
    /// @param range indices of a lane
    /// @param numbers gets the number of each row in the dataset, from `at` on
    void add(LaneRange range, RowPicker<T> picker, long[] numbers, int at) throws IOException;

    /// The rows are made, so that what they came from may go.
    @Override
    void close();
  }

  /// The rows of a group, if they can be read now. If not, the feed is told once it is worth asking
  /// again. One thread at a time asks, for one group after the other.
  Optional<Ready<T>> prepare(StepGroup group);

  /// Gives up what is read and what is on its way.
  @Override
  void close();
}
