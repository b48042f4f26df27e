package io.zenith.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.zenith.Batch;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// Writes which rows each step had: a line of JSON each, with the rows by their number in file
/// order.
final class Trace implements AutoCloseable {
  private final Path file;
  private final int rank;
  private final Writer out;
  private final JsonGenerator lines;
  private boolean failed;

  private Trace(Path file, int rank, Writer out) throws IOException {
    this.file = file;
    this.rank = rank;
    this.out = out;
    this.lines = Json.lines(out);
  }

  /// Begins a file, in the place of one that is there.
  static Trace to(Path file, int rank) throws IOException {
    return new Trace(file, rank, Files.newBufferedWriter(file, StandardCharsets.US_ASCII));
  }

  /// Writes the rows of a step.
  ///
  /// @throws IOException if they cannot be written; then the file goes
  void add(Batch batch) throws IOException {
    try {
      lines.writeStartObject();
      lines.writeNumberField("epoch", batch.epoch());
      lines.writeNumberField("step", batch.step());
      lines.writeNumberField("rank", rank);
      lines.writeArrayFieldStart("rows");
      for (int row = 0; row < batch.rows(); row++) {
        lines.writeNumber(batch.rowNumber(row));
      }
      lines.writeEndArray();
      lines.writeEndObject();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Ends the file.
  ///
  /// @throws IOException if any of it could not be written; then the file goes
  @Override
  public void close() throws IOException {
    try (out) {
      if (!failed) {
        lines.flush();
        out.write(System.lineSeparator());
      }
    } catch (IOException e) {
      if (!failed) {
        throw failed(e);
      }
    }
  }

  /// What is left would look like the trace of a shorter run. A device or a link stays.
  private IOException failed(IOException failure) throws IOException {
    failed = true;
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.delete(file);
    }
    return new IOException("cannot write " + file + ": " + failure.getMessage(), failure);
  }
}
