package io.zenith;

import io.zenith.spi.Hold;
import java.util.Optional;

/// Keeps the memory of a batch while it is valid, if that can be.
@FunctionalInterface
interface Keeper {
  /// Of memory that someone else owns.
  Keeper NONE = Optional::empty;

  /// Keeps it from now on; empty if it is used for other rows after the step.
  Optional<Hold> hold();
}
