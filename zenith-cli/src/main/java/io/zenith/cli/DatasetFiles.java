package io.zenith.cli;

import io.zenith.Dataset;
import io.zenith.spi.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The files of a dataset, as far as it tells: by what its splits say of themselves. A file without
/// splits has no rows, and is not among them.
final class DatasetFiles {
  /// One file.
  ///
  /// @param bytes its size; -1 where it is not a local file
  record DataFile(String path, long bytes, long rows, long splits) {}

  private DatasetFiles() {}

  static List<DataFile> of(Dataset dataset) throws IOException {
    Map<String, DataFile> files = new LinkedHashMap<>();
    for (Split split : dataset.splits()) {
      String text = split.toString();
      String path = text.substring(0, text.lastIndexOf(", "));
      files.merge(
          path,
          new DataFile(path, size(path), split.rows(), 1),
          (file, more) ->
              new DataFile(path, file.bytes, file.rows + more.rows, file.splits + more.splits));
    }
    return List.copyOf(files.values());
  }

  /// The name of the format that all files have.
  static String format(Dataset dataset) {
    String text = dataset.toString();
    return text.substring("Dataset of ".length(), text.indexOf(','));
  }

  private static long size(String path) throws IOException {
    Path local = Path.of(path);
    return Files.isRegularFile(local) ? Files.size(local) : -1;
  }
}
