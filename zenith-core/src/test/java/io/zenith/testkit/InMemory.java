package io.zenith.testkit;

import io.zenith.Dataset;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A file in memory for the length of a test, with a mapping and without. Its bytes lie in native
/// memory of exactly their size, so that whatever reads beyond them is stopped.
public final class InMemory implements AutoCloseable {
  /// Not one that is closed: that would stop all threads for a moment, and there are tests of many
  /// thousand files. Whoever opens one of them reads it in an arena of its own.
  private final Arena arena = Arena.ofAuto();

  private final Format format;
  private final String name;
  private final MemorySegment bytes;

  /// A file.
  ///
  /// @param name what messages about it contain
  public InMemory(Format format, String name, byte[] content) {
    this.format = format;
    this.name = name;
    this.bytes = arena.allocate(content.length);
    MemorySegment.copy(content, 0, bytes, ValueLayout.JAVA_BYTE, 0, content.length);
    NativeStorage.put(mappedPath(), bytes);
    NativeStorage.put(unmappedPath(), bytes);
  }

  /// The file with a mapping.
  public Dataset mapped() throws IOException {
    return Dataset.open(location(true));
  }

  /// The file without a mapping.
  public Dataset unmapped() throws IOException {
    return Dataset.open(location(false));
  }

  /// How it is named in messages.
  public String location(boolean mapped) {
    return "native:" + (mapped ? mappedPath() : unmappedPath());
  }

  /// The file for the seams below datasets.
  public InputFile input(boolean mapped) throws IOException {
    return NativeStorage.open(mapped ? mappedPath() : unmappedPath(), arena);
  }

  /// The file, opened without a dataset.
  public DataSource source(boolean mapped) throws IOException {
    return format.open(input(mapped), arena);
  }

  /// Its bytes.
  public MemorySegment bytes() {
    return bytes;
  }

  private String mappedPath() {
    return "/mapped/" + fileName();
  }

  private String unmappedPath() {
    return "/unmapped/" + fileName();
  }

  private String fileName() {
    return name + Thread.currentThread().threadId() + "." + format.name();
  }

  @Override
  public void close() {
    NativeStorage.remove(mappedPath());
    NativeStorage.remove(unmappedPath());
  }
}
