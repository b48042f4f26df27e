package io.zenith.parquet;

import static io.zenith.parquet.FileForge.ints;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Timestamps that are stored as INT96, in nanoseconds.
final class Int96Test {
  private static final int EPOCH_DAY = 2_440_588;

  @TempDir private Path folder;

  @Test
  void nanosecondsAreThoseThatPyArrowWrote() throws IOException, InterruptedException {
    Python.require("pyarrow");
    Python.run(
        """
        import sys
        import pyarrow as pa
        import pyarrow.parquet as pq
        most = 2 ** 63 - 1
        values = [0, 1, -1, None, 999, -999, 86400 * 10 ** 9, most, -most, -most - 1, 10 ** 15 + 7]
        ns = pa.timestamp("ns")
        table = pa.table({
            "flat": pa.array(values, pa.int64()).cast(ns),
            "list": pa.array([None if v is None else [v, None, v] for v in values],
                             pa.list_(pa.int64())).cast(pa.list_(ns)),
        })
        with pa.ipc.new_file(sys.argv[1] + "/t.arrow", table.schema) as writer:
            writer.write_table(table)
        pq.write_table(table, sys.argv[1] + "/t.parquet", store_schema=False,
                       use_deprecated_int96_timestamps=True)
        """,
        folder.toString());
    Dataset expected = Dataset.open(folder.resolve("t.arrow").toString());
    Dataset found = nanoseconds(folder.resolve("t.parquet"));
    assertEquals(
        new DataType.Timestamp(TimeUnit.NANOSECOND, Optional.empty()),
        found.schema().fields().getFirst().type());
    assertEquals(Table.read(expected, 4), Table.read(found, 4));
  }

  private static Dataset nanoseconds(Path file) throws IOException {
    return Dataset.open(Parquet.format().int96(Int96.NANOSECONDS), file.toString());
  }

  @Test
  void whatDoesNotFitIsRefusedWithItsPlace() throws IOException {
    long last = Long.MAX_VALUE;
    int day = EPOCH_DAY + (int) (last / 86_400_000_000_000L);
    long nanos = last % 86_400_000_000_000L;
    assertEquals(
        Map.of("x", List.of(BigInteger.valueOf(last))),
        Table.read(nanoseconds(file(day, nanos)), 1));
    for (Path file : List.of(file(day, nanos + 1), file(0, 0), file(Integer.MAX_VALUE, 0))) {
      Dataset dataset = nanoseconds(file);
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> Table.read(dataset, 1));
      String message = String.valueOf(error.getMessage());
      assertTrue(message.startsWith(file + ", row group 0, column 'x': found day "), message);
      assertTrue(message.contains("in value 0, expected"), message);
      Table.read(Dataset.open(file.toString()), 1);
    }
  }

  private Path file(int day, long nanos) throws IOException {
    byte[] file =
        new FileForge(leaf("x", Type.INT96, REQUIRED))
            .rowGroup(
                1, new Chunk(1, FileForge.page(1, Encoding.PLAIN, joined(longs(nanos), ints(day)))))
            .build();
    return Files.write(folder.resolve(day + "-" + nanos + ".parquet"), file);
  }
}
