package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The files of a dataset, each with what it holds.
final class DatasetFiles {
  /// One file.
  record DataFile(String path, long bytes, long rows, long splits) {}

  private DatasetFiles() {}

  static List<DataFile> of(Dataset dataset) throws IOException {
    List<DataFile> files = new ArrayList<>();
    for (StoredFile file : dataset.files()) {
      Dataset alone = Dataset.open(file.uri().toString());
      files.add(
          new DataFile(file.toString(), file.size(), alone.rowCount(), alone.splits().size()));
    }
    return files;
  }
}
