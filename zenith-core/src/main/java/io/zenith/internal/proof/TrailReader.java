package io.zenith.internal.proof;

import io.zenith.error.MalformedDataException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a trail, a step at a time. Bytes at its end that are no whole step are not there.
final class TrailReader implements AutoCloseable {
  private static final int HEADER_LIMIT = 64 << 10;
  private static final int BUFFER = 64 << 10;

  private final Path file;
  private final InputStream in;
  private final TrailHeader header;
  private final long start;
  private final ByteBuffer record =
      ByteBuffer.allocate(TrailHeader.RECORD).order(ByteOrder.LITTLE_ENDIAN);

  private TrailReader(Path file, InputStream in) throws IOException {
    this.file = file;
    this.in = in;
    String line = firstLine(file, in);
    header = TrailHeader.parse(line, file.toString());
    start = line.length() + 1L;
    if (start % TrailHeader.RECORD != 0) {
      throw malformed(file, "a first line of " + start + " bytes", "a multiple of 16");
    }
  }

  /// Opens a trail, before its first step.
  ///
  /// @throws MalformedDataException if the file is no trail
  static TrailReader open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    try {
      return new TrailReader(file, in);
    } catch (Throwable e) {
      try (in) {
        throw e;
      }
    }
  }

  private static String firstLine(Path file, InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0 || line.size() == HEADER_LIMIT) {
        throw malformed(file, "no line in " + line.size() + " bytes", "that of a trail");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private static MalformedDataException malformed(Path file, String found, String expected) {
    return new MalformedDataException(file.toString(), found, expected);
  }

  Path file() {
    return file;
  }

  TrailHeader header() {
    return header;
  }

  /// The byte at which the first step stands.
  long start() {
    return start;
  }

  /// How many steps there are.
  long steps() throws IOException {
    return (Files.size(file) - start) / TrailHeader.RECORD;
  }

  /// Goes on so many steps, or to the end.
  void skip(long steps) throws IOException {
    try {
      in.skipNBytes(Math.multiplyExact(steps, TrailHeader.RECORD));
    } catch (EOFException _) {
      // the end, where there is no next step
    }
  }

  /// Adds the next step to a sum.
  ///
  /// @return whether there was one
  boolean next(ReceiptSum into) throws IOException {
    int bytes = in.readNBytes(record.array(), 0, TrailHeader.RECORD);
    if (bytes < TrailHeader.RECORD) {
      return false;
    }
    into.addSum(record.getLong(Long.BYTES), record.getLong(0));
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
