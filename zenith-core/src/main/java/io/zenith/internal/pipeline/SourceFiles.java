package io.zenith.internal.pipeline;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.IntFunction;

/// The files of a loader, and what it takes to open and to read them.
///
/// @param readings says how a file is read, by its place, when it is opened
/// @param account counts what open files keep
/// @param <T> a record batch, as bound for the consumer
public record SourceFiles<T>(
    Storage storage,
    Format format,
    List<StoredFile> files,
    IntFunction<Reading<T>> readings,
    SourceMemory.Account account) {

  /// Whether reading is mostly waiting.
  boolean areRemote() {
    return storage.isRemote();
  }

  /// Opens a file.
  ///
  /// @param place among the files
  /// @param arena lives as long as the file is open
  /// @param memory for what it keeps meanwhile
  OpenFile<T> open(int place, Arena arena, SourceMemory memory) throws IOException {
    StoredFile stored = files.get(place);
    InputFile file = storage.open(stored, arena);
    DataSource source = format.open(file, memory.of(stored));
    return new OpenFile<>(file, source, readings.apply(place));
  }
}
