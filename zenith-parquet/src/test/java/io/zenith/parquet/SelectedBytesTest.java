package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Filter;
import io.zenith.error.MalformedDataException;
import io.zenith.spi.Format;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Python;
import io.zenith.testkit.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is not selected of a struct is not read: of a file in which all other chunks are destroyed,
/// the selected fields are what they were.
class SelectedBytesTest {
  private static final int ROWS = 20_000;

  /// Writes a file, destroys the chunks whose paths do not begin with one of those that are named,
  /// and prints how large these are.
  private static final String SCRIPT =
      """
      import sys
      import pyarrow as pa
      import pyarrow.parquet as pq
      path, rows, kept = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
      users = [{"name": "name %d" % i, "address": {"street": "%d street" % (i * 7919 % rows),
                "city": "city %d" % (i % 90)}, "age": i % 70} for i in range(rows)]
      tags = [[{"x": i, "y": str(i) * 3}] * (i % 3) for i in range(rows)]
      pq.write_table(pa.table({"id": range(rows), "user": users, "tags": tags}), path,
                     row_group_size=rows // 2, use_dictionary=False, compression="none")
      file = open(path, "r+b")
      metadata = pq.read_metadata(path)
      bytes = 0
      for group in range(metadata.num_row_groups):
          for column in range(metadata.num_columns):
              chunk = metadata.row_group(group).column(column)
              if any(chunk.path_in_schema.startswith(k) for k in kept):
                  bytes += chunk.total_compressed_size
              else:
                  file.seek(chunk.data_page_offset)
                  file.write(b"\\xff" * chunk.total_compressed_size)
      print(bytes)
      """;

  @TempDir Path folder;

  private final AtomicLong read = new AtomicLong();

  private long write(String... kept) throws IOException, InterruptedException {
    Python.require("pyarrow");
    List<String> arguments = new ArrayList<>(List.of(path().toString(), Integer.toString(ROWS)));
    arguments.addAll(List.of(kept));
    return Long.parseLong(Python.run(SCRIPT, arguments.toArray(String[]::new)).strip());
  }

  private Path path() {
    return folder.resolve("users.parquet");
  }

  /// How a file without a mapping is opened, whose bytes are counted, and one with.
  private List<Dataset> datasets() throws IOException {
    Format unmapped = new UnmappedFormat(Parquet.format(), read);
    return List.of(Dataset.open(path().toString()), Dataset.open(unmapped, path().toString()));
  }

  private List<Object> values(Dataset dataset) {
    List<Object> values = new ArrayList<>();
    try (DataLoader loader = dataset.loader(1_000).build()) {
      read.set(0);
      for (Batch batch : loader) {
        values.addAll(ColumnValues.of(batch.column(0)));
      }
    }
    return values;
  }

  /// At most so many bytes were read, and what it takes to open the file.
  private void assertRead(long bytes) throws IOException {
    assertTrue(read.get() <= bytes + Math.min(16_384, Files.size(path()) / 50), read::toString);
  }

  @Test
  void chunksOfOtherFieldsAreNotRead() throws Exception {
    long bytes = write("user.address.city");
    for (Dataset dataset : datasets()) {
      List<Object> cities = values(dataset.select("user.address.city"));
      assertEquals(ROWS, cities.size());
      assertEquals(Row.of(Row.of("city 17")), cities.get(17));
      assertRead(bytes);
      assertEquals(bytes, dataset.select("user.address.city").plan().all().bytes().orElseThrow());
      assertThrows(MalformedDataException.class, () -> values(dataset.select("user.address")));
    }
  }

  @Test
  void aFilterOnAnotherFieldReadsThatFieldBesides() throws Exception {
    long bytes = write("user.address.city", "user.age");
    for (Dataset all : datasets()) {
      Dataset dataset = all.filter(Filter.parse("user.age = 3")).select("user.address.city");
      for (boolean shuffled : new boolean[] {false, true}) {
        DataLoader.Builder options = dataset.loader(100);
        long rows = 0;
        read.set(0);
        try (DataLoader loader = (shuffled ? options.shuffle(1) : options).build()) {
          for (Batch batch : loader) {
            for (int row = 0; row < batch.rows(); row++) {
              assertEquals(3, batch.rowNumber(row) % 70);
              Object city = ColumnValues.of(batch.column(0)).get(row);
              assertEquals(Row.of(Row.of("city " + batch.rowNumber(row) % 90)), city);
            }
            rows += batch.rows();
          }
        }
        assertEquals(Math.ceilDiv(ROWS - 3, 70), rows);
        assertRead(2 * bytes);
      }
      assertEquals(bytes, dataset.plan().all().bytes().orElseThrow());
    }
  }

  @Test
  void whetherAStructIsThereIsReadOfOneField() throws Exception {
    long bytes = write("user.name", "id");
    for (Dataset dataset : datasets()) {
      assertEquals(ROWS, values(dataset.filter(Filter.isNotNull("user")).select("id")).size());
      assertRead(2 * bytes);
    }
  }

  @Test
  void fieldsOfElementsAreReadWithoutTheOthers() throws Exception {
    long bytes = write("tags.list.element.x");
    for (Dataset dataset : datasets()) {
      List<Object> tags = values(dataset.select("tags.list.element.x"));
      assertEquals(
          List.of(List.of(Row.of(4L)), List.of(Row.of(5L), Row.of(5L))), tags.subList(4, 6));
      assertRead(bytes);
    }
  }
}
