package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import io.zenith.testkit.RawFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Columns that come from the names of folders.
class PartitionsTest {
  private static final DataType INT64 = new DataType.Int(64, true);
  private static final DataType TEXT = new DataType.Utf8();
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  @TempDir private Path root;

  private static MemFolder folder(boolean decoding) {
    return MemFolder.of(
        Ids.file("year=2023/city=Oslo/a.mem", decoding, 0, 2, 1),
        Ids.file("year=2023/city=" + NULL + "/a.mem", decoding, 3, 2),
        Ids.file("year=-7/city=/b.mem", decoding, 5, 2),
        Ids.file("year=-7/city=Oslo/c.mem", decoding));
  }

  /// In the order of the names, which is another one than that of the ids.
  private static List<List<Object>> rows() {
    return List.of(
        List.of(5L, -7L, ""),
        List.of(6L, -7L, ""),
        List.of(0L, 2023L, "Oslo"),
        List.of(1L, 2023L, "Oslo"),
        List.of(2L, 2023L, "Oslo"),
        Arrays.asList(3L, 2023L, null),
        Arrays.asList(4L, 2023L, null));
  }

  private static List<List<Object>> rows(DataLoader loader) {
    List<List<Object>> rows = new ArrayList<>();
    for (Batch batch : loader) {
      rows.addAll(rows(batch));
    }
    return rows;
  }

  private static List<List<Object>> rows(Batch batch) {
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      List<Object> values = new ArrayList<>();
      for (int column = 0; column < batch.schema().fields().size(); column++) {
        values.add(ColumnValues.of(batch.column(column)).get(row));
      }
      rows.add(values);
    }
    return rows;
  }

  @Test
  void foldersGiveColumnsInBatchesOfAllSizesAndAnyOrder() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder = folder(decoding)) {
        Dataset dataset = folder.open();
        assertEquals(
            "Schema of 3 columns\n  id int64\n  year int64 not null\n  city utf8",
            dataset.schema().toString());
        for (int batchSize = 1; batchSize <= 8; batchSize++) {
          try (DataLoader loader = dataset.loader(batchSize).build()) {
            assertEquals(rows(), rows(loader));
          }
          try (DataLoader loader = dataset.loader(batchSize).shuffle(batchSize).build()) {
            for (Batch batch : loader) {
              for (int row = 0; row < batch.rows(); row++) {
                assertEquals(rows().get((int) batch.rowNumber(row)), rows(batch).get(row));
              }
            }
          }
        }
        assertEquals(rows().subList(1, 6), rows(dataset.rows(1, 5)));
        try (DataLoader loader = dataset.loader(3).take(6, 0, 3).build()) {
          assertEquals(List.of(rows().get(6), rows().get(0), rows().get(3)), rows(loader));
        }
      }
    }
  }

  @Test
  void theyCanBeAllThatIsRead() throws Exception {
    try (MemFolder folder = folder(true);
        DataLoader loader = folder.open().select("city", "year").loader(3).build()) {
      List<List<Object>> expected = new ArrayList<>();
      rows().forEach(row -> expected.add(row.subList(1, 3).reversed()));
      assertEquals(expected, rows(loader));
    }
  }

  @Test
  void onlyWhoSelectsThemPaysForThem() throws Exception {
    try (MemFolder folder = folder(false)) {
      Dataset stored = folder.open().select("id");
      assertTrue(((FileOrigin) stored.origin()).areAlike(stored.columns()));
      Dataset all = folder.open();
      assertFalse(((FileOrigin) all.origin()).areAlike(all.columns()));
    }
  }

  @Test
  void valuesAreNumbersIfTheyAllAre() throws Exception {
    Map<List<String>, String> types = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    types.put(List.of("0", "-1", Long.toString(Long.MAX_VALUE)), "int64 not null");
    types.put(List.of("7", NULL), "int64");
    types.put(List.of(NULL), "utf8");
    types.put(List.of("7", "08"), "utf8 not null");
    types.put(List.of("7", "+8"), "utf8 not null");
    types.put(List.of("7", "-0"), "utf8 not null");
    types.put(List.of("7", ""), "utf8 not null");
    types.put(List.of("7", "9223372036854775808"), "utf8 not null");
    types.put(List.of("7", "٣"), "utf8 not null");
    types.put(List.of("2024-01-31"), "utf8 not null");
    types.put(List.of("a=b"), "utf8 not null");
    for (Map.Entry<List<String>, String> type : types.entrySet()) {
      int number = 0;
      Path folder = root.resolve("types " + type.getKey().hashCode());
      for (String value : type.getKey()) {
        raw(folder.resolve("k=" + value + "/" + number++ + ".raw"));
      }
      Field field = Dataset.open(folder.toString()).schema().fields().getLast();
      assertEquals("k " + type.getValue(), field.toString());
    }
  }

  private static void raw(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    RawFormat.write(file, 0, 2);
  }

  @Test
  void namesArePercentDecodedOnce() throws Exception {
    raw(root.resolve("a%20b=%2e%2E%2Fetc%2Fpasswd/x.raw"));
    raw(root.resolve("a b=%2541%zz%/x.raw"));
    Dataset dataset = Dataset.open("file:" + root.toString().replace("%", "%25"));
    assertEquals(2, dataset.files().size());
    assertEquals(
        List.of("%41%zz%", "%41%zz%", "../etc/passwd", "../etc/passwd"),
        ColumnValues.of(dataset.rows(0, 4).strings("a b")));
    raw(root.resolve("a b=%FF/x.raw"));
    MalformedDataException bad =
        assertThrows(MalformedDataException.class, () -> Dataset.open(root.toString()));
    assertTrue(bad.getMessage().contains("a b=%FF/x.raw"), bad.getMessage());
    assertTrue(bad.getMessage().contains("percent-encoded UTF-8"), bad.getMessage());
  }

  @Test
  void onlyFoldersBelowTheLocationCount() throws Exception {
    Path top = root.resolve("top=1");
    raw(top.resolve("year=2023/v1/month=1/a.raw"));
    raw(top.resolve("year=2024/v1/month=2/a.raw"));
    assertEquals("year, month", columns(top.toString()));
    assertEquals("year, month", columns(top + "/"));
    assertEquals("year, month", columns(top + "/**"));
    assertEquals("year, month", columns(top + "/year=*/v1/month=[1-2]/*.raw"));
    assertEquals("month", columns(top + "/year=2023"));
    assertEquals("", columns(top + "/year=2023/v1/month=1/*.raw"));
    assertEquals("", columns(top + "/year=2023/v1/month=1/a.raw"));
    assertEquals("top, year, month", columns(root.toString()));
    Path odd = root.resolve("top=1/odd[1]/k=*");
    raw(odd.resolve("a.raw"));
    assertEquals("k", columns(odd.getParent().toString()));
    assertEquals("", columns(odd.toString()));
  }

  /// The names of the columns that are not in the file.
  private static String columns(String location) throws IOException {
    List<Field> fields = Dataset.open(location).schema().fields();
    List<Field> stored = RawFormat.SCHEMA.fields();
    assertEquals(stored, fields.subList(0, stored.size()));
    return String.join(
        ", ", fields.subList(stored.size(), fields.size()).stream().map(Field::name).toList());
  }

  @Test
  void foldersThatDisagreeAreRefusedAndThoseOfSomeFilesMeanNothing() throws Exception {
    raw(root.resolve("two/a=1/b=1/x.raw"));
    raw(root.resolve("two/a=1/x.raw"));
    UnsupportedDataException refusal =
        assertThrows(
            UnsupportedDataException.class, () -> Dataset.open(root.resolve("two").toString()));
    assertEquals(
        root.resolve("two/a=1/x.raw")
            + ": its folders give it the columns [a], but those of "
            + root.resolve("two/a=1/b=1/x.raw")
            + " are [a, b]",
        refusal.getMessage());
    raw(root.resolve("twice/a=1/b=1/a=1/x.raw"));
    assertThrows(
        UnsupportedDataException.class, () -> Dataset.open(root.resolve("twice").toString()));
    raw(root.resolve("some/lr=0.1/x.raw"));
    raw(root.resolve("some/x.raw"));
    assertEquals("", columns(root.resolve("some").toString()));
    raw(root.resolve("some/lr=0.1/lr=0.2/x.raw"));
    raw(root.resolve("some/a=%FF/x.raw"));
    assertEquals("", columns(root.resolve("some").toString()));
    raw(root.resolve("turned/a=1/b=2/x.raw"));
    raw(root.resolve("turned/b=3/a=4/x.raw"));
    Dataset turned = Dataset.open(root.resolve("turned").toString());
    assertEquals(List.of(1L, 1L, 4L, 4L), ColumnValues.of(turned.rows(0, 4).longs("a")));
    assertEquals(List.of(2L, 2L, 3L, 3L), ColumnValues.of(turned.rows(0, 4).longs("b")));
  }

  @Test
  void whereAFileHasTheColumnTheFolderIsBelieved() throws Exception {
    Schema schema = Schema.of(Field.of("k", TEXT), Field.of("id", INT64));
    ArrayData texts = ArrayBuilder.plain(TEXT, List.of("x", "y"));
    ArrayData ids = ArrayBuilder.plain(INT64, List.of(1L, 2L));
    MemFile with = MemFile.decoding("k=5/a.mem", schema);
    with.split(new RecordBatch(0, 2, List.of(texts, ids)));
    try (MemFolder folder = MemFolder.of(with, Ids.file("k=6/b.mem", true, 3, 1));
        DataLoader loader = folder.open().loader(10).build()) {
      assertEquals(List.of(List.of(5L, 1L), List.of(5L, 2L), List.of(6L, 3L)), rows(loader));
    }
  }

  @Test
  void whereAFileHasTwoColumnsOfTheNameBothAreTheFolders() throws Exception {
    DataType float64 = new DataType.FloatingPoint(64);
    MemFile twins =
        MemFile.decoding("k=5/a.mem", Schema.of(Field.of("k", float64), Field.of("k", TEXT)));
    twins.split(
        new RecordBatch(
            0,
            1,
            List.of(
                ArrayBuilder.plain(float64, List.of(1.5)),
                ArrayBuilder.plain(TEXT, List.of("x")))));
    try (MemFolder folder = MemFolder.of(twins);
        DataLoader loader = folder.open().loader(1).build()) {
      String schema = "Schema of 2 columns\n  k int64 not null\n  k int64 not null";
      assertEquals(schema, folder.open().schema().toString());
      assertEquals(List.of(List.of(5L, 5L)), rows(loader));
    }
  }

  @Test
  void theFingerprintTellsValuesApart() throws Exception {
    raw(root.resolve("a/k=1/x.raw"));
    raw(root.resolve("b/k=2/x.raw"));
    raw(root.resolve("c/k=1/x.raw"));
    raw(root.resolve("d/j=1/x.raw"));
    String print = Dataset.open(root.resolve("a").toString()).fingerprint();
    assertNotEquals(print, Dataset.open(root.resolve("b").toString()).fingerprint());
    assertNotEquals(print, Dataset.open(root.resolve("d").toString()).fingerprint());
    assertEquals(print, Dataset.open(root.resolve("c").toString()).fingerprint());
    assertNotEquals(print, Dataset.open(root.resolve("a/k=1").toString()).fingerprint());
  }

  @Test
  void filesThatAFilterCannotKeepAreNotRead() throws Exception {
    for (String filter :
        List.of(
            "year = 2023 and city = 'Oslo'",
            "city = 'Oslo' and id >= 0",
            "not (year < 0 or city is null)",
            "id < 0 or (city > 'A' and id < 100)")) {
      MemFile oslo = Ids.file("year=2023/city=Oslo/a.mem", true, 0, 2, 1);
      MemFile none = Ids.file("year=2023/city=" + NULL + "/a.mem", true, 3, 2);
      MemFile old = Ids.file("year=-7/city=/b.mem", true, 5, 2);
      if (!filter.startsWith("id")) {
        for (MemFile file : List.of(none, old)) {
          file.probe((point, _) -> {
            if (point == Point.READ) {
              throw new IOException("read: " + file);
            }
          });
        }
      }
      try (MemFolder folder = MemFolder.of(oslo, none, old)) {
        Dataset kept = folder.open().filter(Filter.parse(filter));
        assertEquals(7, kept.rowCount());
        for (DataLoader.Builder options : List.of(kept.loader(2), kept.loader(2).shuffle(3))) {
          try (DataLoader loader = options.build()) {
            List<Long> ids = new ArrayList<>();
            for (Batch batch : loader) {
              for (int row = 0; row < batch.rows(); row++) {
                ids.add(batch.longs("id").get(row));
                assertEquals(2 + ids.getLast(), batch.rowNumber(row)); // behind those of year -7
              }
            }
            assertEquals(List.of(0L, 1L, 2L), ids.stream().sorted().toList(), filter);
          }
        }
      }
    }
  }

  @Test
  void aFilterThatKeepsNoFileKeepsNoRow() throws Exception {
    try (MemFolder folder = folder(true)) {
      Dataset kept = folder.open().filter(Filter.parse("year = 1"));
      try (DataLoader found = kept.loader(2).build();
          DataLoader counted = kept.loader(2).shuffle(1).build()) {
        assertEquals(List.of(), rows(found));
        assertEquals(List.of(), rows(counted));
        assertEquals(0, found.steps());
      }
    }
  }

  /// The same rows as if the columns were stored, whatever the filter.
  @Test
  void filtersKeepTheRowsThatTheyKeepOfStoredColumns() {
    Property.check(25, PartitionsTest::checkFilter);
  }

  private static void checkFilter(SplittableRandom random, int number) throws Exception {
    List<MemFile> folders = new ArrayList<>();
    List<MemFile> stored = new ArrayList<>();
    Schema plain =
        Schema.of(Field.of("id", INT64), Field.of("year", INT64), Field.of("city", TEXT));
    for (int i = 0; i < 6; i++) {
      Long year = random.nextInt(4) == 0 ? null : Long.valueOf(random.nextInt(2020, 2023));
      String city = random.nextInt(4) == 0 ? null : List.of("Oslo", "Rome").get(random.nextInt(2));
      int rows = random.nextInt(5);
      String name =
          "year="
              + (year == null ? NULL : year)
              + "/city="
              + (city == null ? NULL : city)
              + "/"
              + i
              + ".mem";
      folders.add(Ids.file(name, random.nextBoolean(), i * 10L, rows));
      RecordBatch ids = Ids.batch(i * 10L, rows);
      List<ArrayData> columns = new ArrayList<>(ids.columns());
      columns.add(ArrayBuilder.plain(INT64, new ArrayList<>(Collections.nCopies(rows, year))));
      columns.add(ArrayBuilder.plain(TEXT, new ArrayList<>(Collections.nCopies(rows, city))));
      stored.add(
          MemFile.decoding(name.replace('=', '-'), plain).split(new RecordBatch(0, rows, columns)));
    }
    Filter filter = Filter.parse(text(random, 3));
    int batchSize = random.nextInt(1, 8);
    try (MemFolder one = MemFolder.of(folders.toArray(MemFile[]::new));
        MemFolder two = MemFolder.of(stored.toArray(MemFile[]::new));
        DataLoader found = one.open().filter(filter).loader(batchSize).build();
        DataLoader counted =
            one.open().filter(filter).loader(batchSize).epochs(2).shuffle(number).build();
        DataLoader expected = two.open().filter(filter).loader(batchSize).build();
        DataLoader shuffled =
            two.open().filter(filter).loader(batchSize).epochs(2).shuffle(number).build()) {
      assertEquals(rows(expected), rows(found), filter.toString());
      assertEquals(rowsOfEpochs(shuffled), rowsOfEpochs(counted), filter.toString());
    }
  }

  private static List<List<Object>> rowsOfEpochs(DataLoader loader) {
    List<List<Object>> rows = new ArrayList<>();
    for (Epoch epoch : loader.epochs()) {
      for (Batch batch : epoch) {
        rows.addAll(rows(batch));
      }
    }
    return rows;
  }

  private static String text(SplittableRandom random, int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> "id < " + random.nextInt(60);
      case 1 -> "year >= " + random.nextInt(2019, 2024);
      case 2 -> "year in (2020, " + (random.nextBoolean() ? "null" : "2022") + ")";
      case 3 -> "city " + List.of("=", "!=", "<").get(random.nextInt(3)) + " 'Oslo'";
      case 4 -> "city is null";
      case 5 -> "year is not null";
      case 6 -> "not (" + text(random, depth - 1) + ")";
      case 7 -> "(" + text(random, depth - 1) + ") and (" + text(random, depth - 1) + ")";
      default -> "(" + text(random, depth - 1) + ") or (" + text(random, depth - 1) + ")";
    };
  }
}
