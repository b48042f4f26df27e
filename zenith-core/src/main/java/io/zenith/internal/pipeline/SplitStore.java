package io.zenith.internal.pipeline;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Splits that were read before, on a disk: whoever has read one puts it there, and nobody reads it
/// again. All methods may be called by many threads at once.
///
/// @param <T> a record batch, as bound for the consumer
public interface SplitStore<T> {

  /// The right to put one split.
  ///
  /// @param <T> a record batch, as bound for the consumer
  interface Turn<T> extends AutoCloseable {

    /// Puts all of a split, as it is delivered. What fails is nobody's concern but the store's.
    void put(List<T> batches);

    /// Gives it up, if nothing was put.
    @Override
    void close();
  }

  /// The record batches of a split, if they are there.
  ///
  /// @param arena where they are mapped
  Optional<List<T>> find(FileSplit split, Arena arena);

  /// Whether [#find] would find something.
  boolean has(FileSplit split);

  /// The right to put a split that is not there. Waits while someone else has it who may put it
  /// soon.
  ///
  /// @param wanted whether anyone still wants it
  /// @return nothing if it is there by then, or will not be
  Optional<Turn<T>> turn(FileSplit split, BooleanSupplier wanted);
}
