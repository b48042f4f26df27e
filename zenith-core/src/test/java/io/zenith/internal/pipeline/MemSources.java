package io.zenith.internal.pipeline;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemFormat;
import io.zenith.testkit.MemStorage;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// One file whose rows are their own numbers, opened as a loader opens it.
final class MemSources implements AutoCloseable {
  private static final DataType TYPE = new DataType.Int(64, true);

  final MemFile file;
  final OpenSources<RecordBatch> sources;
  final List<FileSplit> splits = new ArrayList<>();
  private final MemFolder folder;

  private MemSources(MemFile file, Tasks tasks) throws IOException {
    this.file = file;
    this.folder = MemFolder.of(file);
    List<StoredFile> stored = new MemStorage().list(URI.create(folder.location()));
    this.sources =
        new OpenSources<>(
            new SourceFiles<>(
                new MemStorage(),
                new MemFormat(),
                stored,
                _ -> new Reading<>(() -> (_, batch) -> batch, null),
                SourceMemory.Account.NONE),
            Keeping.nothing(),
            tasks);
    long row = 0;
    for (Split split : folder.open().splits()) {
      splits.add(new FileSplit(0, split, row, Projection.columns(0)));
      row += split.rows();
    }
  }

  /// A file of splits, given as the rows of each of their record batches.
  static MemSources of(Tasks tasks, boolean decoding, int[]... splits) throws IOException {
    Schema schema = Schema.of(Field.of("id", TYPE));
    MemFile file = decoding ? MemFile.decoding("a.mem", schema) : MemFile.mapped("a.mem", schema);
    long row = 0;
    for (int[] batches : splits) {
      RecordBatch[] made = new RecordBatch[batches.length];
      for (int i = 0; i < made.length; i++) {
        List<Object> ids = new ArrayList<>();
        LongStream.range(row, row + batches[i]).forEach(ids::add);
        made[i] = new RecordBatch(0, batches[i], List.of(ArrayBuilder.plain(TYPE, ids)));
        row += batches[i];
      }
      file.split(made);
    }
    return new MemSources(file, tasks);
  }

  /// The number that stands in a row.
  static long id(RecordBatch batch, long row) {
    return batch
        .columns()
        .getFirst()
        .buffers()
        .getLast()
        .getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, row);
  }

  @Override
  public void close() {
    sources.close();
    folder.close();
  }
}
