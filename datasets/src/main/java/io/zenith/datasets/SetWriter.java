package io.zenith.datasets;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;

/// Writes the rows of a generator as an Arrow file, which appears only when it is complete.
final class SetWriter {
  private final Generator generator;
  private final long rows;
  private final LongConsumer progress;

  SetWriter(Generator generator, long rows, LongConsumer progress) {
    this.generator = generator;
    this.rows = rows;
    this.progress = progress;
  }

  void write(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    // A hidden name, so that a loader that lists the folder meanwhile passes over it.
    Path aside = folder.resolve("." + name + "." + UUID.randomUUID() + ".part");
    try {
      try (FileChannel channel = FileChannel.open(aside, CREATE_NEW, WRITE)) {
        writeTo(channel);
      }
      Files.move(aside, folder.resolve(name), ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  private void writeTo(FileChannel channel) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        MapDictionaryProvider dictionaries = generator.dictionaries(allocator);
        VectorSchemaRoot batch = VectorSchemaRoot.create(generator.schema(), allocator);
        ArrowFileWriter writer = new ArrowFileWriter(batch, dictionaries, channel)) {
      writer.start();
      writeBatches(batch, writer);
      writer.end();
    }
  }

  private void writeBatches(VectorSchemaRoot batch, ArrowFileWriter writer) throws IOException {
    int batchRows = generator.batchRows();
    long batches = Math.ceilDiv(rows, batchRows);
    for (long number = 0; number <= batches; number++) {
      if (generator.emptyBatchBefore(number, batches)) {
        writeBatch(batch, writer, number * batchRows, 0);
      }
      if (number < batches) {
        long firstRow = number * batchRows;
        int count = (int) Math.min(batchRows, rows - firstRow);
        writeBatch(batch, writer, firstRow, count);
        progress.accept(firstRow + count);
      }
    }
  }

  private void writeBatch(VectorSchemaRoot batch, ArrowFileWriter writer, long firstRow, int count)
      throws IOException {
    batch.clear();
    batch.allocateNew();
    generator.fill(batch, firstRow, count);
    batch.setRowCount(count);
    writer.writeBatch();
  }
}
