package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import io.zenith.error.MalformedDataException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// Writes all batches of a dataset while someone watches.
final class Conversion {
  private final Dataset dataset;
  private final DataLoader loader;
  private final Path target;
  private final Output output;
  private long rows;
  private long batches;

  /// @param dataset what is read
  /// @param loader its batches
  /// @param target what is written, for errors
  Conversion(Dataset dataset, DataLoader loader, Path target, Output output) {
    this.dataset = dataset;
    this.loader = loader;
    this.target = target;
    this.output = output;
  }

  /// Writes. What fails leaves nothing behind, and is explained.
  ///
  /// @param total how many rows there are; 0 if nobody knows
  void run(ArrowWriter.Builder options, long total) {
    try (Progress progress = output.progress("writing", "rows", total);
        ArrowWriter writer = options.open(loader.schema())) {
      for (Batch batch : loader) {
        StoppedException.check();
        write(batch, writer);
        rows += batch.rows();
        batches++;
        progress.at(rows);
      }
      writer.finish();
    } catch (FileAlreadyExistsException e) {
      throw failure("something of that name has appeared meanwhile", e);
    } catch (IOException e) {
      throw failure(e);
    } catch (InternalError e) {
      throw CutFile.explain(e, dataset, "row " + rows);
    } catch (MalformedDataException e) {
      throw CutFile.explain(e, dataset, "row " + rows);
    }
  }

  private void write(Batch batch, ArrowWriter writer) {
    try {
      writer.write(batch);
    } catch (IOException e) {
      throw failure(e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw failure(String.valueOf(e.getMessage()), e);
    }
  }

  /// How many rows were written.
  long rows() {
    return rows;
  }

  /// How many record batches were written.
  long batches() {
    return batches;
  }

  private CommandFailure failure(IOException e) {
    return failure(Failures.reason(e.getCause() instanceof IOException cause ? cause : e), e);
  }

  private CommandFailure failure(String reason, Exception cause) {
    return new CommandFailure("cannot write " + target + ": " + reason, cause);
  }
}
