package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.MUST;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Writing an uncompressed file that is brought to the disk, by the writer and by a bare loop over
/// a channel; and the same on a file system in memory, where the rival is a copy in memory.
///
/// What is written lies in the page cache.
final class WriteExperiment implements Experiment {
  private static final Path IN_MEMORY = Path.of("/dev/shm");
  private static final int CHUNK = 1 << 20;

  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path source = folder.resolve("to-write.arrow");
    LargeFile.write(source, pace.recordBatches() * 4, LoaderPasses.BATCH_ROWS);
    try (Arena arena = Arena.ofShared();
        FileChannel channel = FileChannel.open(source)) {
      MemorySegment bytes = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      measure("writing to the disk, with fsync", 0.8, source, bytes, folder, pace, arena);
      if (Files.isWritable(IN_MEMORY)) {
        try (WorkFolder memory = new WorkFolder(IN_MEMORY)) {
          measure("writing to memory", 0.5, source, bytes, memory.path(), pace, arena);
        }
      } else {
        notes.add("no " + IN_MEMORY + " to write to");
      }
    }
    Files.delete(source);
    return new ExperimentResult(results, figures, notes);
  }

  private void measure(
      String name,
      double least,
      Path source,
      MemorySegment bytes,
      Path folder,
      BenchPace pace,
      Arena arena)
      throws IOException, InterruptedException {
    boolean inMemory = folder.startsWith(IN_MEMORY);
    Path written = folder.resolve("written.arrow");
    Path plain = folder.resolve("plain");
    MemorySegment copy = inMemory ? arena.allocate(bytes.byteSize()) : MemorySegment.NULL;
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
    List<Double> ours = new ArrayList<>();
    List<Double> loop = new ArrayList<>();
    List<Double> copied = new ArrayList<>();
    List<Double> floor = new ArrayList<>();
    for (int round = -1; round < pace.rounds(); round++) { // the first is to warm up
      ours.add(rate(bytes, () -> write(source, written)));
      loop.add(rate(bytes, () -> write(bytes, plain)));
      if (inMemory) {
        copied.add(rate(bytes, () -> copy.copyFrom(bytes)));
        floor.add(rate(bytes, () -> writeSame(chunk, bytes.byteSize(), folder.resolve("floor"))));
        Files.delete(folder.resolve("floor"));
      }
      requireSame(source, written);
      Files.delete(written);
      Files.delete(plain);
    }
    Series rates = add(name, "Zenith", ours);
    Series rival = add(name, "FileChannel, 1 MiB at a time", loop);
    if (inMemory) {
      add(name, "write() alone, of the same 1 MiB", floor);
      rival = add(name, "a copy in memory", copied);
    }
    String to = inMemory ? ", to a copy in memory" : ", to a loop over a FileChannel";
    figures.add(new Figure(name + to, MUST, AT_LEAST, least, "x", Series.ratio(rates, rival)));
  }

  private Series add(String name, String contender, List<Double> rates) {
    Series series = new Series("GB/s", rates.subList(1, rates.size()));
    results.add(new ExperimentResult.Result(name, contender, series));
    return series;
  }

  private static double rate(MemorySegment bytes, PassReader.Pass pass)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    pass.run();
    return (double) bytes.byteSize() / (System.nanoTime() - began);
  }

  private static void write(Path source, Path target) throws IOException {
    try (DataLoader loader =
            Dataset.open(source.toString()).loader(LoaderPasses.BATCH_ROWS).build();
        ArrowWriter writer = ArrowWriter.file(target).open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
  }

  private static void write(MemorySegment bytes, Path target) throws IOException {
    try (FileChannel channel = FileChannel.open(target, CREATE, TRUNCATE_EXISTING, WRITE)) {
      for (long at = 0; at < bytes.byteSize(); ) {
        long size = Math.min(CHUNK, bytes.byteSize() - at);
        at += channel.write(bytes.asSlice(at, size).asByteBuffer());
      }
      channel.force(true);
    }
  }

  /// What the kernel needs for the pages of a file, and to fill them from the cache of the
  /// processor: nobody writes faster.
  private static void writeSame(ByteBuffer chunk, long bytes, Path target) throws IOException {
    try (FileChannel channel = FileChannel.open(target, CREATE, TRUNCATE_EXISTING, WRITE)) {
      for (long at = 0; at < bytes; ) {
        chunk.clear().limit((int) Math.min(CHUNK, bytes - at));
        at += channel.write(chunk);
      }
    }
  }

  private static void requireSame(Path source, Path written) throws IOException {
    try (LoaderFloats expected = LoaderFloats.open(source);
        LoaderFloats found = LoaderFloats.open(written)) {
      if (expected.sum() != found.sum()) {
        throw new BenchFailure(written + " does not hold what " + source + " does");
      }
    }
  }
}
