package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.Field;
import io.zenith.spi.Stage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `zenith read`: reads a dataset as a training loop would, and says how fast that was.
@Command(
    name = "read",
    header = "Read a dataset as a training loop would, and measure it.",
    footer = {
      "",
      "Examples:",
      "  zenith read train.arrow",
      "  zenith read 'data/*.arrow' --batch-size 256 --epochs 3 --columns f0,f1 --touch first",
      "  zenith read train --shuffle 42 --shard 0/4 --trace rows.jsonl",
      "  zenith read train --filter 'label < 10 and f0 is not null'",
      "  zenith read train --shuffle 42 --stop-after 1000 --checkpoint here.json",
      "  zenith read train --resume here.json --report",
      "  zenith read s3://bucket/train --epochs 2 --cache /mnt/nvme/cache --cache-size '200 GiB'",
      "  zenith read - < train.arrows"
    })
final class ReadCommand implements Callable<Integer> {
  @Mixin private final PathsArgument paths = new PathsArgument();
  @Mixin private final Output output = new Output();
  @Mixin private final ColumnsOption columns = new ColumnsOption();
  @Mixin private final FilterOption filter = new FilterOption();
  @Mixin private final OrderOptions order = new OrderOptions();
  @Mixin private final RunOptions run = new RunOptions();
  @Mixin private final MemoryOption memory = new MemoryOption();
  @Mixin private final CacheOptions cache = new CacheOptions();

  @Option(
      names = "--batch-size",
      paramLabel = "ROWS",
      defaultValue = "64",
      description = "Rows a batch. Default: 64.")
  private int batchSize;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often to read all rows. Default: 1.")
  private int epochs;

  @Option(
      names = "--touch",
      paramLabel = "WHAT",
      defaultValue = "all",
      description =
          "What to do with a batch: none (only take it), first (read the first value of each"
              + " column), all (read every byte of every value). Default: all.")
  private Touch touch = Touch.ALL;

  @Option(
      names = "--prefetch",
      paramLabel = "SPLITS",
      description = "How many splits may be on their way. Default: twice the processors.")
  private @Nullable Integer prefetch;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads decode and gather. Default: the processors.")
  private @Nullable Integer threads;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Write which rows each step had: a line of JSON a step.")
  private @Nullable Path trace;

  @Option(
      names = "--report",
      description = "Say who has waited for whom, and what each stage has taken.")
  private boolean waits;

  @Override
  public Integer call() throws IOException {
    run.check(paths.isStream());
    long start = System.nanoTime();
    cache.cache().ifPresent(paths.format()::keepIn);
    Dataset dataset = columns.select(filter.filter(paths.open()));
    try (DataLoader loader = build(dataset)) {
      double openSeconds = (System.nanoTime() - start) / 1e9;
      ReadLoop loop = trace == null ? read(loader, dataset, null) : traced(loader, dataset, trace);
      output.report(report(dataset, loop, loader, openSeconds));
    }
    return 0;
  }

  /// Whether how many steps there are shows at their end. To ask would read the columns of the
  /// filter once more.
  private boolean isOpen() {
    boolean isFound = filter.isSet() && epochs == 1 && order.isOfFiles() && !run.isResumed();
    return paths.isStream() || isFound;
  }

  private DataLoader build(Dataset dataset) throws IOException {
    DataLoader.Builder options = options(dataset);
    if (!filter.isSet() || isOpen()) {
      return options.build();
    }
    LongAdder found = new LongAdder();
    try (Progress progress = output.progress("filtering", "splits", dataset.splits().size())) {
      return options
          .listener((stage, _, _, _) -> {
            if (stage == Stage.DECODE) {
              found.increment();
              progress.at(found.sum());
            }
          })
          .build();
    }
  }

  private ReadLoop traced(DataLoader loader, Dataset dataset, Path file) throws IOException {
    try (Trace to = Trace.to(file, order.rank())) {
      return read(loader, dataset, to);
    }
  }

  private ReadLoop read(DataLoader loader, Dataset dataset, @Nullable Trace to) throws IOException {
    try (Progress progress = output.progress("reading", "rows", rows(dataset) * epochs)) {
      OptionalLong steps = isOpen() ? OptionalLong.empty() : OptionalLong.of(loader.steps());
      ReadLoop loop =
          new ReadLoop(
              loader,
              steps,
              epochs,
              batchSize,
              touch,
              progress,
              (batch, batches) -> received(loader, batch, batches, to),
              run.before(steps.orElse(0)));
      try {
        run(loop, dataset);
      } catch (Throwable e) {
        run.failed(loader, e);
        throw e;
      }
      run.ended(loader);
      return loop;
    }
  }

  private static void run(ReadLoop loop, Dataset dataset) throws IOException {
    try {
      loop.run();
    } catch (InternalError e) {
      throw CutFile.explain(e, dataset, loop.place());
    } catch (MalformedDataException e) {
      throw CutFile.explain(e, dataset, loop.place());
    }
  }

  private boolean received(DataLoader loader, Batch batch, long batches, @Nullable Trace to)
      throws IOException {
    if (to != null) {
      to.add(batch);
    }
    run.received(loader, batches);
    return !run.stops(batches);
  }

  /// How many rows there are; 0 if nobody knows.
  private long rows(Dataset dataset) {
    return paths.isStream() ? 0 : dataset.rowCount();
  }

  private DataLoader.Builder options(Dataset dataset) throws IOException {
    try {
      DataLoader.Builder options = dataset.loader(batchSize).epochs(epochs);
      if (threads != null) {
        options.threads(threads);
      }
      if (prefetch != null) {
        options.prefetch(prefetch);
      }
      return run.set(cache.set(memory.set(order.set(options))));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(output.command().commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private ReadReport report(Dataset dataset, ReadLoop loop, DataLoader loader, double openSeconds)
      throws IOException {
    boolean all = touch == Touch.ALL;
    long fileBytes = dataset.files().stream().mapToLong(StoredFile::size).sum();
    long bytes = all ? loop.values().bytes() : epochs * fileBytes;
    double seconds = loop.epochSeconds().stream().mapToDouble(Double::doubleValue).sum();
    OptionalLong peak = ProcessMemory.peakResident();
    double bytesPerRow = (double) bytes / Math.max(1, loop.rows());
    return new ReadReport(
        loop.rows(),
        loop.batches(),
        batchSize,
        epochs,
        dataset.schema().fields().stream().map(Field::name).toList(),
        touch.toString(),
        openSeconds,
        seconds,
        loop.epochSeconds(),
        loop.rows() / seconds,
        bytes,
        all ? "values touched" : "files",
        bytes / seconds / 1e9,
        loop.warm(bytesPerRow),
        peak.isPresent() ? peak.getAsLong() : null,
        touch == Touch.NONE ? null : loop.values().sum(),
        paths.isStream() ? null : loader.receipt().toString(),
        waits ? WaitReport.of(loader.report()) : null);
  }
}
