package io.zenith.bench;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;

/// Writes the files that the contenders read.
final class BenchFiles {
  /// Any number: the same on every machine.
  private static final long SEED = 1;

  private BenchFiles() {}

  /// A generated set as a file and as a stream.
  static CaseFiles write(GeneratedSet set, Path folder, long rows) throws IOException {
    CaseFiles files = new CaseFiles(folder, set.toString());
    NamedWrite.to(files.file(), () -> set.write(folder, rows, SEED, _ -> {}));
    writeStream(files);
    return files;
  }

  /// Copies the record batches of a file into a stream.
  static void writeStream(CaseFiles files) throws IOException {
    NamedWrite.to(files.stream(), () -> copyToStream(files));
  }

  private static void copyToStream(CaseFiles files) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        FileChannel source = FileChannel.open(files.file());
        FileChannel target = FileChannel.open(files.stream(), CREATE, WRITE);
        ArrowFileReader reader = new ArrowFileReader(source, allocator);
        ArrowStreamWriter writer =
            new ArrowStreamWriter(reader.getVectorSchemaRoot(), reader, target)) {
      writer.start();
      while (reader.loadNextBatch()) {
        writer.writeBatch();
      }
      writer.end();
    }
  }
}
