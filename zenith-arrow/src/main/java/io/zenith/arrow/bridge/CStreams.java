package io.zenith.arrow.bridge;

import io.zenith.DataLoader;
import io.zenith.spi.BatchStream;
import java.io.IOException;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/// Streams of the C data interface.
final class CStreams {
  private CStreams() {}

  static void export(DataLoader loader, BufferAllocator allocator, ArrowArrayStream stream) {
    Data.exportArrayStream(allocator, new LoaderReader(loader, allocator), stream);
  }

  static ArrowArrayStream export(DataLoader loader, BufferAllocator allocator) {
    ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
    try {
      export(loader, allocator, stream);
      return stream;
    } catch (Throwable e) {
      stream.close();
      throw e;
    }
  }

  static BatchStream stream(ArrowArrayStream stream, BufferAllocator allocator) throws IOException {
    ArrowReader reader = Data.importArrayStream(allocator, stream);
    try {
      return new ReaderStream(reader);
    } catch (Throwable e) {
      reader.close();
      throw e;
    }
  }
}
