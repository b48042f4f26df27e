package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of several writers: read as arrow-java reads them, or refused by name.
final class DatasetFilesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fashion-mnist/test.arrow",
        "vega/flights-200k.arrow",
        "writers/expected.arrow",
        "writers/pyarrow-ipc-dictionary.arrow",
        "writers/polars-ipc.arrow",
        "writers/polars-ipc-compat.arrow"
      })
  void uncompressedFilesEqualWhatArrowJavaReads(String name) throws IOException {
    Path file = SharedFiles.require("datasets").resolve(name);
    Oracle expected = Oracle.read(file);
    Dataset dataset = Dataset.open(file.toString());
    assertEquals(expected.schema(), dataset.schema());
    assertRowsEqual(expected.rows(), Rows.of(dataset, 1000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pyarrow-ipc-dictionary.arrow",
        "pyarrow-ipc-stream.arrows",
        "pyarrow-ipc-lz4.arrow",
        "pyarrow-ipc-zstd.arrow",
        "polars-ipc.arrow",
        "polars-ipc-compat.arrow",
        "polars-ipc-lz4.arrow",
        "polars-ipc-zstd.arrow"
      })
  void everyFileHoldsTheValuesOfTheExpectedOne(String name) throws IOException {
    Path writers = SharedFiles.require("datasets/writers");
    assertRowsEqual(
        Rows.of(Dataset.open(writers.resolve("expected.arrow").toString()), 999),
        Rows.of(Dataset.open(writers.resolve(name).toString()), 512));
  }

  @Test
  void everyExpectedFileOfTheOtherFormatsIsRead() throws IOException {
    Path folder = SharedFiles.require("conformance/csv/expected");
    List<Path> files;
    try (Stream<Path> paths = Files.walk(folder)) {
      files = paths.filter(path -> path.toString().endsWith(".arrow")).sorted().toList();
    }
    assertTrue(files.size() > 20);
    for (Path file : files) {
      assertRowsEqual(Oracle.read(file).rows(), Rows.of(Dataset.open(file.toString()), 10_000));
    }
  }

  /// Names the first row that differs, for the files are large.
  private static void assertRowsEqual(List<List<Object>> expected, List<List<Object>> actual) {
    assertEquals(expected.size(), actual.size());
    for (int row = 0; row < expected.size(); row++) {
      assertEquals(expected.get(row), actual.get(row), "row " + row);
    }
  }
}
