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
///
/// @param dataset what is read
/// @param loader its batches
/// @param target what is written, for errors
record Conversion(Dataset dataset, DataLoader loader, Path target, Output output) {

  /// Writes. What fails leaves nothing behind, and is explained.
  void run(ArrowWriter.Builder options) {
    long rows = 0;
    try (Progress progress = output.progress("writing", "rows", dataset.rowCount());
        ArrowWriter writer = options.open(loader.schema())) {
      for (Batch batch : loader) {
        StoppedException.check();
        writer.write(batch);
        rows += batch.rows();
        progress.at(rows);
      }
      writer.finish();
    } catch (FileAlreadyExistsException e) {
      throw failure("something of that name has appeared meanwhile", e);
    } catch (IOException e) {
      throw failure(Failures.reason(e.getCause() instanceof IOException cause ? cause : e), e);
    } catch (InternalError e) {
      throw CutFile.explain(e, dataset, "row " + rows);
    } catch (MalformedDataException e) {
      throw CutFile.explain(e, dataset, "row " + rows);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw failure(String.valueOf(e.getMessage()), e);
    }
  }

  private CommandFailure failure(String reason, Exception cause) {
    return new CommandFailure("cannot write " + target + ": " + reason, cause);
  }
}
