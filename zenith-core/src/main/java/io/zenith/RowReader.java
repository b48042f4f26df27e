package io.zenith;

import io.zenith.internal.pipeline.FileSplit;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Storage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/// Reads a few rows by their place in the dataset, into memory of their own.
final class RowReader {
  private final Storage storage;
  private final Format format;
  private final List<DataFile> files;
  private final List<Integer> columns;
  private final SchemaIndex index;
  private final DictionaryNodes dictionaries = new DictionaryNodes();
  private final Frame frame = Frame.ofCopy();
  private final Arena memory = Arena.ofAuto();
  private final List<Node[]> parts = new ArrayList<>();

  RowReader(
      Storage storage,
      Format format,
      List<DataFile> files,
      List<Integer> columns,
      SchemaIndex index) {
    this.storage = storage;
    this.format = format;
    this.files = files;
    this.columns = columns;
    this.index = index;
  }

  /// The rows `[from, from + count)`, of which there is at least one.
  Batch read(List<FileSplit> splits, long from, int count) throws IOException {
    long first = 0;
    for (FileSplit split : splits) {
      long begin = Math.max(from - first, 0);
      long end = Math.min(from - first + count, split.split().rows());
      if (begin < end) {
        read(split, begin, end - begin);
      }
      first += split.split().rows();
    }
    Range range = new Range(frame, frame.generation, 0, count);
    return new Batch(index, Concat.join(parts, memory), range, 0, 0, from);
  }

  private void read(FileSplit split, long begin, long rows) throws IOException {
    List<RowRange> wanted = List.of(new RowRange(begin, rows));
    long missing = rows;
    try (Arena arena = Arena.ofShared();
        DataSource source = format.open(storage.open(files.get(split.file()).file(), arena));
        BatchIterator batches =
            source.read(new ReadRequest(split.split(), wanted, columns, arena))) {
      while (batches.advance()) {
        Chunk chunk = Chunk.of(index.schema.fields(), split.split(), batches.batch(), dictionaries);
        parts.add(chunk.copy(chunk.from(), chunk.end() - chunk.from(), memory));
        missing -= chunk.end() - chunk.from();
      }
    }
    if (missing != 0) {
      throw new IllegalStateException(
          split.split() + ": the format delivered " + (rows - missing) + " rows of " + rows);
    }
  }
}
