package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Dataset;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// A file in memory for the length of a test, with a mapping and without. Its bytes lie in native
/// memory of exactly their size, so that whatever reads beyond them is stopped.
final class InMemory implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final String name;
  private final MemorySegment bytes;

  InMemory(String name, byte[] content) {
    this.name = name;
    this.bytes = arena.allocate(content.length);
    MemorySegment.copy(content, 0, bytes, ValueLayout.JAVA_BYTE, 0, content.length);
    NativeStorage.put(mappedPath(), bytes);
    NativeStorage.put(unmappedPath(), bytes);
  }

  /// Reads all rows of a file, mapped and not, in batches of several sizes, and returns them if all
  /// reads agree.
  static List<List<Object>> rows(byte[] content) throws IOException {
    try (InMemory file = new InMemory("rows", content)) {
      List<List<Object>> rows = Rows.of(file.mapped(), 1000);
      for (int batchSize : new int[] {1, 3}) {
        assertEquals(rows, Rows.of(file.mapped(), batchSize));
        assertEquals(rows, Rows.of(file.unmapped(), batchSize));
      }
      return rows;
    }
  }

  Dataset mapped() throws IOException {
    return Dataset.open(location(true));
  }

  Dataset unmapped() throws IOException {
    return Dataset.open(location(false));
  }

  /// How it is named in messages.
  String location(boolean mapped) {
    return "native:" + (mapped ? mappedPath() : unmappedPath());
  }

  /// The file for the seams below datasets.
  InputFile input(boolean mapped) throws IOException {
    return NativeStorage.open(mapped ? mappedPath() : unmappedPath(), arena);
  }

  DataSource source(boolean mapped) throws IOException {
    return Arrow.format().open(input(mapped), arena);
  }

  /// Its bytes.
  MemorySegment bytes() {
    return bytes;
  }

  private String mappedPath() {
    return "/mapped/" + name + Thread.currentThread().threadId() + ".arrow";
  }

  private String unmappedPath() {
    return "/unmapped/" + name + Thread.currentThread().threadId() + ".arrow";
  }

  @Override
  public void close() {
    NativeStorage.remove(mappedPath());
    NativeStorage.remove(unmappedPath());
    arena.close();
  }
}
