package io.zenith.csv;

import io.zenith.spi.InputFile;
import java.io.IOException;

/// The text of a file, as it is without compression.
sealed interface Text permits PlainText, GzipText, FetchedText {
  /// A text that is not known to end before it does.
  long UNKNOWN = Long.MAX_VALUE;

  /// Enough for a fast wire.
  int FAR_READERS = 16;

  /// The text of a file, which is compressed if its first bytes say so.
  static Text of(InputFile file) throws IOException {
    return GzipText.isGzip(file) ? new GzipText(file) : new PlainText(file);
  }

  /// How many bytes it has, or [#UNKNOWN].
  long size();

  /// Whether it can only be read from its beginning on.
  boolean isSequential();

  /// The text from a place on.
  Cursor from(long offset) throws IOException;

  /// The file, for errors.
  InputFile file();

  /// Whether reading it is mostly waiting.
  default boolean isFar() {
    return file().mapping().isEmpty();
  }

  /// How many threads should read it at a time.
  default int readers() {
    return isFar() ? FAR_READERS : Runtime.getRuntime().availableProcessors();
  }

  /// Text in its order. For one thread.
  interface Cursor extends AutoCloseable {
    /// Reads up to `length` bytes, fewer only where the text ends.
    ///
    /// @return how many
    int read(byte[] target, int at, int length) throws IOException;

    @Override
    default void close() throws IOException {}
  }
}
