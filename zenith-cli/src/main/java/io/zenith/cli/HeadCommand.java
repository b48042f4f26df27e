package io.zenith.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `zenith head`: the first rows.
@Command(
    name = "head",
    header = "Show the first rows of a dataset.",
    footer = {
      "",
      "With --json, one object a row and line, with typed values.",
      "",
      "Examples:",
      "  zenith head train.arrow",
      "  zenith head 'data/*.arrow' -n 100 --columns id,label --json",
      "  zenith head train.arrow --filter 'label = 3'",
      "  curl -s https://example.org/train.arrows | zenith head -"
    })
final class HeadCommand implements Callable<Integer> {
  private static final int BATCH_ROWS = 256;

  @Mixin private final PathsArgument paths = new PathsArgument();
  @Mixin private final Output output = new Output();
  @Mixin private final ColumnsOption columns = new ColumnsOption();
  @Mixin private final FilterOption filter = new FilterOption();

  @Option(
      names = {"-n", "--rows"},
      paramLabel = "N",
      defaultValue = "10",
      description = "How many rows. Default: 10.")
  private long rows;

  @Override
  public Integer call() throws IOException {
    if (rows < 0) {
      throw new ParameterException(
          output.command().commandLine(), "--rows " + rows + ": at least 0");
    }
    Dataset dataset = columns.select(filter.filter(paths.open()));
    if (output.isJson()) {
      printJson(dataset);
    } else {
      printTable(dataset);
    }
    output.out().flush();
    return 0;
  }

  private void printTable(Dataset dataset) throws IOException {
    RowTable table = new RowTable(dataset.schema(), Terminal.width(), output.out());
    forEachRow(dataset, table::add);
    table.print();
    if (isKnown()) {
      long total = dataset.rowCount();
      output.say(Quantity.count(Math.min(rows, total)) + " of " + Quantity.of(total, "row"));
    }
  }

  private void printJson(Dataset dataset) throws IOException {
    try (JsonGenerator json = Json.lines(output.out())) {
      JsonRows writer = new JsonRows(dataset.schema(), json);
      forEachRow(dataset, writer::write);
    }
  }

  private void forEachRow(Dataset dataset, RowAction action) throws IOException {
    if (isKnown()) {
      forEachRowOfFiles(dataset, action);
    } else {
      forEachRowThatComes(dataset, action);
    }
  }

  /// Whether it is known where the first rows are, and how many there are.
  private boolean isKnown() {
    return !paths.isStream() && !filter.isSet();
  }

  /// Row by row, since the next ones may not have come yet.
  private void forEachRowThatComes(Dataset dataset, RowAction action) {
    try (DataLoader loader = dataset.loader(1).build()) {
      Iterator<Batch> batches = loader.iterator();
      for (long row = 0; row < rows && batches.hasNext(); row++) {
        StoppedException.check();
        action.accept(batches.next(), 0);
      }
    }
  }

  private void forEachRowOfFiles(Dataset dataset, RowAction action) throws IOException {
    long end = Math.min(rows, dataset.rowCount());
    for (long from = 0; from < end; from += BATCH_ROWS) {
      Batch batch = dataset.rows(from, (int) Math.min(BATCH_ROWS, end - from));
      for (int row = 0; row < batch.rows(); row++) {
        StoppedException.check();
        action.accept(batch, row);
      }
    }
  }

  /// Something to do with one row.
  private interface RowAction {
    void accept(Batch batch, int row);
  }
}
