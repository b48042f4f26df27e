package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;

import io.zenith.bench.ExperimentResult.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Many small files, read one by one, beside the same bytes packed into one Arrow file, which is
/// opened anew by each pass; from the page cache, and from the disk.
final class PackedFilesExperiment implements Experiment {
  private static final String WARM = "small files, warm";
  private static final String COLD = "small files, cold";
  private static final String PACKED = "packed";
  private static final String FOLDER = "folder of files";

  /// Files in a folder of a class.
  private static final int CLASS_FILES = 1000;

  private final List<Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    MadeImages images = MadeImages.of("png", 28, pace.blobs());
    List<Path> files = new ArrayList<>();
    for (byte[] image : images.encoded()) {
      int number = files.size();
      Path inside = Files.createDirectories(folder.resolve("files/" + number / CLASS_FILES));
      files.add(Files.write(inside.resolve(number + ".png"), image));
    }
    PackedImages packed = PackedImages.write(folder.resolve("files.arrow"), images);
    if (packed.copyAll() != readAll(files)) {
      throw new BenchFailure("the packed file has other bytes than the folder");
    }
    double thousands = files.size() / 1e3;
    PassTurns turns =
        new PassTurns(
            List.of(
                new PlainPasses(PACKED, packed::copyAll),
                new PlainPasses(FOLDER, () -> readAll(files))),
            thousands,
            "1,000 files");
    PassRates warm = PassRates.measure(WARM, turns, pace, results);
    figures.add(figure(WARM, warm.ratio(PACKED, FOLDER)));
    cold(packed, files, thousands, pace);
    return new ExperimentResult(results, figures, notes);
  }

  private static Figure figure(String name, double ratio) {
    return new Figure(name + ", packed to a folder of files", GOAL, AT_LEAST, 1, "x", ratio);
  }

  private static long readAll(List<Path> files) throws IOException {
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.readAllBytes(file).length;
    }
    return bytes;
  }

  /// All files at once can be dropped by root alone.
  private void cold(PackedImages packed, List<Path> files, double thousands, BenchPace pace)
      throws IOException, InterruptedException {
    List<Double> one = new ArrayList<>();
    List<Double> many = new ArrayList<>();
    for (int round = 0; round < pace.rounds(); round++) {
      if (!PageCache.DROP_CACHES.drop(packed.file())) {
        notes.add(COLD + ": the page cache cannot be dropped here");
        figures.add(figure(COLD, Double.NaN));
        return;
      }
      long began = System.nanoTime();
      packed.copyAll();
      one.add(thousands * 1e9 / (System.nanoTime() - began));
      PageCache.DROP_CACHES.drop(packed.file());
      began = System.nanoTime();
      readAll(files);
      many.add(thousands * 1e9 / (System.nanoTime() - began));
    }
    Series fast = new Series("1,000 files/s", one);
    Series slow = new Series("1,000 files/s", many);
    results.add(new Result(COLD, PACKED, fast));
    results.add(new Result(COLD, FOLDER, slow));
    figures.add(figure(COLD, Series.ratio(fast, slow)));
    notes.add(COLD + ": cache dropped by " + PageCache.DROP_CACHES.title());
  }
}
