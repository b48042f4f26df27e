package io.zenith;

import io.zenith.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;

/// The transforms of a loader, as they were added.
final class TransformOptions {
  private final List<TransformStage> stages = new ArrayList<>();

  /// How many of them stand before the cache.
  private int cached;

  void eachRow(Transform transform) {
    stages.add(new TransformStage.EachRow(name("map", transform), transform));
  }

  void eachRowAtRandom(RandomTransform transform) {
    stages.add(
        new TransformStage.EachRowAtRandom(
            name("randomMap", transform), transform, count(TransformStage.EachRowAtRandom.class)));
  }

  void eachBatch(BatchTransform transform) {
    stages.add(
        new TransformStage.EachStep(
            name("mapBatch", transform), transform, count(TransformStage.EachStep.class)));
  }

  /// What follows comes after the cache.
  void cacheHere() {
    cached = stages.size();
  }

  boolean haveBatches() {
    return count(TransformStage.EachStep.class) > 0;
  }

  private int count(Class<? extends TransformStage> kind) {
    return (int) stages.stream().filter(kind::isInstance).count();
  }

  private String name(String option, Object transform) {
    Class<?> type = Objects.requireNonNull(transform).getClass();
    boolean isBare = type.isSynthetic() || type.isAnonymousClass();
    return "transform "
        + (stages.size() + 1)
        + " ("
        + option
        + (isBare ? ")" : ", " + type.getSimpleName() + ")");
  }

  /// What is done to rows before they are kept in a cache.
  ///
  /// @param input the columns that come
  /// @param names what a row is called in messages, by its number in the dataset
  /// @throws IllegalArgumentException if a transform stands there that has no identity
  Transforms beforeCache(Schema input, LongFunction<String> names) {
    List<TransformStage> before = stages.subList(0, cached);
    for (TransformStage stage : before) {
      if (!(stage instanceof TransformStage.EachRow(_, Transform transform))
          || transform.identity().isEmpty()) {
        throw new IllegalArgumentException(
            stage.name()
                + " stands before the cache and has no identity: call cache first, or implement"
                + " Transform.identity");
      }
    }
    return new Transforms(input, before, 0, names);
  }

  /// What is done to rows after that; last, what is done to those of a batch together.
  ///
  /// @param input the columns that come
  /// @param names what a row is called in messages, by its number in the dataset
  Transforms afterCache(Schema input, long seed, LongFunction<String> names) {
    List<TransformStage> after = new ArrayList<>(stages.subList(cached, stages.size()));
    after.sort(Comparator.comparing(TransformStage.EachStep.class::isInstance));
    return new Transforms(input, after, seed, names);
  }
}
