package io.zenith;

import io.zenith.schema.Schema;
import java.util.random.RandomGenerator;

/// Makes columns of others for the rows of one batch, which may depend on each other: mixing two
/// images, or ranking within the batch. Its random numbers depend on the seed, the epoch and the
/// step, and on nothing else.
///
/// What it makes of a row depends on how steps are cut and which rows are of this rank, as a
/// [Transform] must not. It is called as that is.
///
/// @see DataLoader.Builder#mapBatch(BatchTransform)
@FunctionalInterface
public interface BatchTransform {

  /// As [Transform#output(Schema)].
  default Schema output(Schema input) {
    return input;
  }

  /// As [Transform#apply(Rows)], for the rows of one batch.
  void apply(Rows rows, RandomGenerator random);
}
