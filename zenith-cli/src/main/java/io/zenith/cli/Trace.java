package io.zenith.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.zenith.Batch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes which rows each step had: a line of JSON each, with the rows by their number in file
/// order.
final class Trace implements AutoCloseable {
  private final Path file;
  private final int rank;
  private final PrintWriter out;
  private final JsonGenerator lines;

  private Trace(Path file, int rank, PrintWriter out) throws IOException {
    this.file = file;
    this.rank = rank;
    this.out = out;
    this.lines = Json.lines(out);
  }

  /// Begins a file, in the place of one that is there.
  static Trace to(Path file, int rank) throws IOException {
    return new Trace(
        file, rank, new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.US_ASCII)));
  }

  void add(Batch batch) {
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
      throw new UncheckedIOException(e);
    }
  }

  /// Ends the file.
  ///
  /// @throws IOException if any of it could not be written
  @Override
  public void close() throws IOException {
    lines.flush();
    out.println();
    out.close();
    if (out.checkError()) {
      throw new IOException(file + ": could not be written");
    }
  }
}
