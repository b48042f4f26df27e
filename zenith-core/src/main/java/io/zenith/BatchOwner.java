package io.zenith;

import io.zenith.spi.Hold;
import java.util.Optional;

/// Who has made a batch, and answers for it while it is valid.
interface BatchOwner {
  /// Of a batch that no loader delivers: someone else owns its memory.
  BatchOwner NONE = Optional::empty;

  /// Keeps its memory from now on; empty if that is used for other rows after the step.
  Optional<Hold> hold();

  /// Where the run is, with this batch received.
  default Checkpoint checkpoint() {
    throw new IllegalStateException(
        "only the batch that a loader has delivered last has a checkpoint, and no copy of it");
  }
}
