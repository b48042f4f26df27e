package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.Format;
import io.zenith.testkit.Mutations;
import io.zenith.testkit.Python;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Broken files, very many: see [Mutations] for how to run other ones, or one alone.
final class MutationTest {
  private static final int CASES = 20_000;
  private static final int CASES_OF_PYARROW = 5_000;

  /// Of files that are read in parts, by their offset index where they have one.
  private static final int CASES_OF_PARTS = 3_000;

  @Test
  void brokenFilesAreRefusedOrReadToTheirEnds() throws Exception {
    verify(Parquet.format(), List.copyOf(Corpus.files().values()), CASES);
  }

  /// With statistics, sizes, indexes and nested columns, as other programs write them.
  @Test
  void brokenFilesOfPyArrowAreRefusedOrReadToTheirEnds(@TempDir Path folder) throws Exception {
    Python.require("pyarrow");
    Python.run(
        """
        import sys
        import pyarrow as pa
        import pyarrow.parquet as pq
        rows = 40
        table = pa.table({
            "i": pa.array([None if i % 5 == 0 else i for i in range(rows)], pa.int32()),
            "d": pa.array([i / 3 for i in range(rows)]),
            "b": pa.array([i % 3 == 0 for i in range(rows)]),
            "s": pa.array([None if i % 7 == 0 else "word %d" % (i % 6) for i in range(rows)]),
            "l": pa.array([None if i % 9 == 0 else [i] * (i % 4) for i in range(rows)]),
            "m": pa.array([[("k%d" % i, [i, None])] * (i % 3) for i in range(rows)],
                          pa.map_(pa.string(), pa.list_(pa.int64()))),
            "t": pa.array([{"a": i, "b": None if i % 2 else {"c": "x"}} for i in range(rows)]),
        })
        settings = [
            dict(),
            dict(use_dictionary=False),
            dict(use_dictionary=False, data_page_version="2.0", write_page_index=True),
            dict(data_page_version="2.0", row_group_size=15),
            dict(data_page_size=30, write_batch_size=8, compression="zstd"),
            dict(data_page_size=30, write_batch_size=8, write_page_index=True),
            dict(use_dictionary=False, column_encoding={
                "i": "DELTA_BINARY_PACKED", "d": "BYTE_STREAM_SPLIT", "b": "RLE",
                "s": "DELTA_BYTE_ARRAY"}),
            dict(use_dictionary=False, column_encoding={"s": "DELTA_LENGTH_BYTE_ARRAY"}),
        ]
        for number, given in enumerate(settings):
            given = dict(dict(compression="none", store_schema=False), **given)
            pq.write_table(table, "%s/%d.parquet" % (sys.argv[1], number), **given)
        """,
        folder.toString());
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> paths = Files.list(folder)) {
      for (Path path : paths.sorted().toList()) {
        files.add(Files.readAllBytes(path));
      }
    }
    verify(Parquet.format(), files, CASES_OF_PYARROW);
    verify(new PartsFormat(new RowGroupParts(0, 500, 1)), files, CASES_OF_PARTS);
  }

  private static void verify(Format format, List<byte[]> files, int cases) throws Exception {
    new Mutations(format, new ParquetMutator(files))
        .run(cases)
        .forEach((outcome, count) -> assertTrue(count > 0, outcome.toString()));
  }
}
