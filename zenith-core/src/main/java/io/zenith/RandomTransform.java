package io.zenith;

import io.zenith.schema.Schema;

/// A [Transform] that draws random numbers: those of a row depend on the seed, the epoch and the
/// row, and on nothing else.
///
/// ```java
/// RandomTransform jitter = (rows, random) -> {
///   FloatColumn x = rows.in().floats("x");
///   MemorySegment moved = rows.out("x");
///   for (int i = 0; i < rows.count(); i++) {
///     float by = (float) random.at(i).nextGaussian(0, 0.1);
///     moved.setAtIndex(ValueLayout.JAVA_FLOAT, i, x.get(i) + by);
///   }
/// };
/// ```
///
/// @see DataLoader.Builder#randomMap(RandomTransform)
@FunctionalInterface
public interface RandomTransform {

  /// As [Transform#output(Schema)].
  default Schema output(Schema input) {
    return input;
  }

  /// As [Transform#apply(Rows)].
  void apply(Rows rows, RowRandom random);
}
