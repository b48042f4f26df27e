package io.zenith.bench.training;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Normalize;
import io.zenith.Tensor;
import io.zenith.TensorColumns;
import io.zenith.bench.BenchFailure;
import io.zenith.bench.BenchPace;
import io.zenith.bench.Experiment;
import io.zenith.bench.ExperimentResult;
import io.zenith.bench.Figure;
import io.zenith.bench.Series;
import io.zenith.djl.ZenithNDArrays;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What it takes to make an array of DJL of a column of a batch, beside what nobody can do without:
/// an empty array of the engine, and a copy of the bytes into it.
final class DjlArraysExperiment implements Experiment {
  private static final TensorColumns IMAGE = TensorColumns.features("image");

  DjlArraysExperiment() {}

  @Override
  public ExperimentResult run(Path folder, BenchPace pace) throws IOException {
    Optional<FashionFiles> found = FashionFiles.find("test", folder);
    if (found.isEmpty()) {
      return new ExperimentResult(List.of(), List.of(), List.of(FashionFiles.HINT));
    }
    List<ExperimentResult.Result> results = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    for (int rows : new int[] {64, 256, 1024}) {
      measure(found.get(), rows, pace, results, figures);
    }
    return new ExperimentResult(
        results,
        figures,
        List.of(
            "images of 784 float32; the copy: an empty array of the engine, and the bytes copied into it"));
  }

  private static void measure(
      FashionFiles files,
      int rows,
      BenchPace pace,
      List<ExperimentResult.Result> results,
      List<Figure> figures)
      throws IOException {
    List<Double> ours = new ArrayList<>();
    List<Double> copies = new ArrayList<>();
    List<Double> bare = new ArrayList<>();
    Extent extent = Extent.of(pace);
    try (NDManager manager = NDManager.newBaseManager()) {
      for (int round = -extent.warmUp(); round < pace.rounds(); round++) {
        Pass pass = new Pass();
        while (pass.arrays.size() < extent.arrays()) {
          try (DataLoader loader =
              Dataset.open(files.arrow().toString())
                  .loader(rows)
                  .map(Normalize.of("image", 0, 255))
                  .build()) {
            for (Batch batch : loader) {
              pass.step(batch, manager);
            }
          }
        }
        if (round >= 0) {
          ours.add(median(pass.arrays));
          copies.add(median(pass.copies));
          bare.add(median(pass.bare));
        }
      }
    }
    String name = "batches of " + rows + " as arrays";
    Series array = new Series("us", ours);
    Series copy = new Series("us", copies);
    results.add(new ExperimentResult.Result(name, "ZenithNDArrays.of", array));
    results.add(new ExperimentResult.Result(name, "an empty array and a copy", copy));
    results.add(new ExperimentResult.Result(name, "the copy alone", new Series("us", bare)));
    figures.add(
        new Figure(name + ", to the copy", MUST, AT_MOST, 1.3, "x", Series.ratio(array, copy)));
  }

  private static double median(List<Long> nanos) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return sorted[sorted.length / 2] / 1e3;
  }

  /// What each batch has taken, in nanoseconds.
  private static final class Pass {
    private final List<Long> arrays = new ArrayList<>();
    private final List<Long> copies = new ArrayList<>();
    private final List<Long> bare = new ArrayList<>();

    private void step(Batch batch, NDManager manager) {
      Tensor tensor = batch.tensor("image");
      MemorySegment bytes = tensor.segment();
      Shape shape = new Shape(tensor.shape());
      float[] expected =
          tensor.toFloats(); // reads it, too, so that it is in the processor's caches
      boolean isOursFirst = arrays.size() % 2 == 0;
      if (isOursFirst) {
        ours(batch, manager, expected);
      }
      copy(bytes, shape, manager);
      if (!isOursFirst) {
        ours(batch, manager, expected);
      }
    }

    private void ours(Batch batch, NDManager manager, float[] expected) {
      long begin = System.nanoTime();
      try (NDManager step = manager.newSubManager()) {
        NDArray array = ZenithNDArrays.of(batch, IMAGE, step).head();
        arrays.add(System.nanoTime() - begin);
        if (arrays.size() % 100 == 1 && !Arrays.equals(expected, array.toFloatArray())) {
          throw new BenchFailure("an array has other values than its batch");
        }
      }
    }

    private void copy(MemorySegment bytes, Shape shape, NDManager manager) {
      long begin = System.nanoTime();
      try (NDManager step = manager.newSubManager()) {
        NDArray array = step.create(shape, DataType.FLOAT32, Device.cpu());
        MemorySegment target = MemorySegment.ofBuffer(array.toByteBuffer(true));
        long made = System.nanoTime();
        target.copyFrom(bytes);
        long end = System.nanoTime();
        copies.add(end - begin);
        bare.add(end - made);
      }
    }
  }
}
