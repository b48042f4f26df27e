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

  /// Of several files, each is opened again: a dataset tells the splits of all of them together.
  static List<DataFile> of(Dataset dataset, FormatOptions format) throws IOException {
    List<DataFile> files = new ArrayList<>();
    if (dataset.files().size() == 1) {
      files.add(dataFile(dataset.files().getFirst(), dataset));
      return files;
    }
    for (StoredFile file : dataset.files()) {
      files.add(dataFile(file, format.open(file.uri().toString())));
    }
    return files;
  }

  private static DataFile dataFile(StoredFile file, Dataset alone) {
    return new DataFile(file.toString(), file.size(), alone.rowCount(), alone.splits().size());
  }
}
