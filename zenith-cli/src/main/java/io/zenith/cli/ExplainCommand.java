package io.zenith.cli;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `zenith explain`: where the rows of a step are from.
@Command(
    name = "explain",
    header = "Show file, split and row of each row of a step, without reading it.",
    footer = {
      "",
      "The order is that of `zenith read` with the same options.",
      "",
      "Examples:",
      "  zenith explain train --step 17 --shuffle 42",
      "  zenith explain 'data/*.arrow' --step 0 --epoch 2 --shuffle 42 --shard 1/4 --json"
    })
final class ExplainCommand implements Callable<Integer> {
  @Mixin private final PathsArgument paths = new PathsArgument();
  @Mixin private final Output output = new Output();
  @Mixin private final FilterOption filter = new FilterOption();
  @Mixin private final OrderOptions order = new OrderOptions();
  @Mixin private final MemoryOption memory = new MemoryOption();

  @Option(
      names = "--step",
      paramLabel = "N",
      required = true,
      description = "The step, from 0 in each epoch.")
  private long step;

  @Option(
      names = "--epoch",
      paramLabel = "N",
      defaultValue = "0",
      description = "The epoch, from 0. Default: 0.")
  private int epoch;

  @Option(
      names = "--batch-size",
      paramLabel = "ROWS",
      defaultValue = "64",
      description = "Rows a batch. Default: 64.")
  private int batchSize;

  @Override
  public Integer call() throws IOException {
    Dataset dataset = filter.filter(paths.openFiles());
    try (DataLoader loader = options(dataset).build()) {
      output.report(ExplainReport.of(epoch, step, order.rank(), loader.explain(epoch, step)));
    } catch (IndexOutOfBoundsException e) {
      throw misuse(e);
    }
    return 0;
  }

  private DataLoader.Builder options(Dataset dataset) {
    try {
      return memory.set(order.set(dataset.loader(batchSize)));
    } catch (IllegalArgumentException e) {
      throw misuse(e);
    }
  }

  private ParameterException misuse(RuntimeException e) {
    return new ParameterException(output.command().commandLine(), String.valueOf(e.getMessage()));
  }
}
