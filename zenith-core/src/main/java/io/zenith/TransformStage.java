package io.zenith;

import io.zenith.schema.Schema;

/// A transform in its place among those of a loader.
sealed interface TransformStage {

  /// What it is called in messages.
  String name();

  Schema output(Schema input);

  /// For each row by itself.
  record EachRow(String name, Transform transform) implements TransformStage {
    @Override
    public Schema output(Schema input) {
      return transform.output(input);
    }
  }

  /// For each row by itself, with random numbers.
  ///
  /// @param place among those that draw
  record EachRowAtRandom(String name, RandomTransform transform, int place)
      implements TransformStage {
    @Override
    public Schema output(Schema input) {
      return transform.output(input);
    }
  }

  /// For the rows of each step.
  ///
  /// @param place among those that draw
  record EachStep(String name, BatchTransform transform, int place) implements TransformStage {
    @Override
    public Schema output(Schema input) {
      return transform.output(input);
    }
  }
}
