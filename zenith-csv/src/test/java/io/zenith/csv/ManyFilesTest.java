package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.Filter;
import io.zenith.schema.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several files as one dataset, and what every format does with rows.
class ManyFilesTest {
  @TempDir private Path folder;

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void typesHoldTheValuesOfAllFiles() throws IOException {
    write("a.csv", "id,price,note,day\n1,10,,2024-01-01\n2,20,,\n");
    write("b.csv", "price,id,note,day\n1.5,3,7,2024-01-02\n");
    write("c.csv", "id,price,note,day\n");
    write("d.csv", "id,price,note\nx4,5,8\n");
    Dataset dataset = Dataset.open(folder.toString());
    assertEquals(
        List.of("id utf8", "price float64", "note int64", "day date32[day]"),
        dataset.schema().fields().stream().map(Field::toString).toList());
    List<List<Object>> values = Read.columns(dataset, 3);
    assertEquals(List.of("1", "2", "3", "x4"), values.get(0));
    assertEquals(List.of(10.0, 20.0, 1.5, 5.0), values.get(1));
    assertEquals(Arrays.asList(null, null, 7L, 8L), values.get(2));
  }

  @Test
  void recordsThatAreLeftOutAreCountedInAll() throws IOException {
    write("a.csv", "id,x\n1,2\n3\n");
    write("b.csv", "id,x\n1.5\n1,2,3\n");
    write("c.csv", "x,id\nz,4\n5\n");
    Csv skip = Csv.format().ragged(Ragged.SKIP);
    Dataset dataset = Dataset.open(skip, folder.toString());
    assertEquals(Map.of("csv:skipped_records", "4"), dataset.schema().metadata());
    assertEquals(Map.of("csv:skipped_records", "4"), dataset.select("x").schema().metadata());
    assertEquals(List.of(List.of(1L, 4L), List.of("2", "z")), Read.columns(dataset, 3));
    write("d.csv", "x,id,x\n1,2\n");
    assertEquals(
        Map.of("csv:skipped_records", "1"),
        Dataset.open(skip, folder.resolve("d.csv").toString()).schema().metadata());
  }

  @Test
  void foldersAreColumnsAndFiltersWork() throws IOException {
    for (int year : new int[] {2023, 2024}) {
      Path part = Files.createDirectories(folder.resolve("year=" + year));
      StringBuilder text = new StringBuilder("id,name\n");
      for (int i = 0; i < 100; i++) {
        text.append(year * 1000 + i).append(",\"n").append(i).append("\"\n");
      }
      Files.writeString(part.resolve("x.csv"), text);
    }
    Dataset dataset = Dataset.open(folder.toString());
    assertEquals(200, dataset.rowCount());
    Dataset few = dataset.filter(Filter.parse("year = 2024 and id < 2024003")).select("name");
    assertEquals(List.of(List.of("n0", "n1", "n2")), Read.columns(few, 3));
  }

  @Test
  void twoColumnsOfOneName() throws IOException {
    write("a.csv", "a,a,b\n1,2,3\n");
    Dataset dataset = Dataset.open(folder.resolve("a.csv").toString());
    assertEquals(3, dataset.schema().fields().size());
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> dataset.select("a"));
    assertTrue(String.valueOf(error.getMessage()).contains("a"), error::getMessage);
  }
}
