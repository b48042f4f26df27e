package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.Split;
import io.zenith.spi.StoredColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `zenith inspect`: what a dataset is, from its footers.
@Command(
    name = "inspect",
    header = "Show files, rows, splits, columns, metadata and fingerprint of a dataset.",
    footer = {
      "",
      "Examples:",
      "  zenith inspect train.arrow",
      "  zenith inspect 'data/*.arrow' --json",
      "  zenith inspect 'data/*.parquet' --filter 'label = 3'"
    })
final class InspectCommand implements Callable<Integer> {
  /// Up to this size counting nulls takes no time that anyone would notice.
  private static final long COUNTED_UNASKED = 16 << 20;

  private static final int BATCH_ROWS = 4096;

  @Mixin private final PathsArgument paths = new PathsArgument();
  @Mixin private final Output output = new Output();
  @Mixin private final FilterOption filter = new FilterOption();

  @Option(
      names = "--count-nulls",
      description = "Count nulls, which reads all rows. Default: up to 16 MiB of files.")
  private boolean countNulls;

  @Override
  public Integer call() throws IOException {
    Dataset dataset = paths.openFiles();
    List<DatasetFiles.DataFile> files = DatasetFiles.of(dataset, paths.format());
    long bytes = files.stream().mapToLong(DatasetFiles.DataFile::bytes).sum();
    Schema schema = dataset.schema();
    long @Nullable [] nulls =
        countNulls ? nulls(dataset) : bytes <= COUNTED_UNASKED ? nullsOfReadable(dataset) : null;
    List<InspectReport.Column> columns = new ArrayList<>();
    for (int i = 0; i < schema.fields().size(); i++) {
      columns.add(column(schema.fields().get(i), nulls == null ? null : nulls[i]));
    }
    LongSummaryStatistics splitRows =
        dataset.splits().stream().mapToLong(Split::rows).summaryStatistics();
    output.report(
        new InspectReport(
            dataset.format(),
            files,
            bytes,
            dataset.rowCount(),
            splitRows.getCount(),
            splitRows.getCount() == 0 ? 0 : splitRows.getMin(),
            splitRows.getCount() == 0 ? 0 : splitRows.getMax(),
            dataset.fingerprint(),
            columns,
            parts(dataset.splits()),
            StoredColumns.of(dataset.splits()),
            schema.metadata(),
            filter.isSet() ? InspectReport.Plan.of(filter.filter(dataset).plan()) : null));
    return 0;
  }

  private static List<InspectReport.Part> parts(List<Split> splits) {
    List<InspectReport.Part> parts = new ArrayList<>();
    for (Split split : splits) {
      List<StoredColumn> columns = split.storedColumns();
      if (!columns.isEmpty()) {
        long bytes = columns.stream().mapToLong(StoredColumn::bytes).sum();
        parts.add(new InspectReport.Part(split.toString(), split.rows(), bytes));
      }
    }
    return parts;
  }

  private static InspectReport.Column column(Field field, @Nullable Long nulls) {
    return new InspectReport.Column(
        field.name(),
        field.type().toString(),
        field.nullable(),
        nulls,
        field.extensionName().orElse(null),
        field.metadata());
  }

  /// Who did not ask for them can do without, as where the key of a column is missing.
  private long @Nullable [] nullsOfReadable(Dataset dataset) {
    try {
      return nulls(dataset);
    } catch (UnsupportedDataException _) {
      return null;
    }
  }

  private long[] nulls(Dataset dataset) {
    long[] nulls = new long[dataset.schema().fields().size()];
    try (DataLoader loader = dataset.loader(BATCH_ROWS).build();
        Progress progress = output.progress("counting nulls", "rows", dataset.rowCount())) {
      for (Batch batch : loader) {
        StoppedException.check();
        for (int i = 0; i < nulls.length; i++) {
          nulls[i] += batch.column(i).nullCount();
        }
        progress.at(batch.rowNumber(0));
      }
    } catch (InternalError e) {
      throw CutFile.explain(e, dataset, "the count of its nulls");
    } catch (MalformedDataException e) {
      throw CutFile.explain(e, dataset, "the count of its nulls");
    }
    return nulls;
  }
}
