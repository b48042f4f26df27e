package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.layout.Widening;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.LeakCheck;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.RawFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a dataset is made of: files in their order, one schema, splits.
class DatasetTest {

  @Test
  void rowsOfManySplitsOpenTheirFileOnce() throws Exception {
    AtomicInteger opened = new AtomicInteger();
    MemFile file = Ids.file("a.mem", true, 0, 1, 1, 1, 1, 1, 1);
    try (MemFolder folder = MemFolder.of(file)) {
      Dataset dataset = folder.open();
      assertEquals(6, dataset.rowCount());
      file.probe((point, _) -> {
        if (point == Point.OPEN) {
          opened.incrementAndGet();
        }
      });
      assertEquals(4, dataset.rows(1, 4).rows());
    }
    assertEquals(1, opened.get());
  }

  @TempDir private Path root;

  private Path raw(String name, long from, int rows) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return RawFormat.write(file, from, rows);
  }

  private static List<Long> ids(Dataset dataset) {
    List<Long> ids = new ArrayList<>();
    try (DataLoader loader = dataset.loader(7).build()) {
      for (Batch batch : loader) {
        for (int row = 0; row < batch.rows(); row++) {
          ids.add(batch.longs("id").get(row));
        }
      }
    }
    return ids;
  }

  @Test
  void fiveLinesReadAFolder() throws Exception {
    raw("a.raw", 0, 10);
    raw("b/c.raw", 10, 7);
    Files.writeString(root.resolve("README"), "not data");
    long sum = 0;
    try (DataLoader loader = Dataset.open(root.toString()).loader(4).build()) {
      for (Batch batch : loader) {
        for (int row = 0; row < batch.rows(); row++) {
          sum += batch.longs("id").get(row);
          assertEquals("row " + batch.rowNumber(row), batch.strings("s").get(row));
          assertEquals(batch.rowNumber(row) % 5 == 0, batch.floats("x").isNull(row));
        }
      }
    }
    assertEquals(16 * 17 / 2, sum);
  }

  /// By bytes of UTF-8: what is beyond the BMP comes after its private use area, unlike in UTF-16.
  @Test
  void filesAreReadInTheOrderOfTheirNamesInUtf8() throws Exception {
    List<String> names =
        List.of(
            "A.raw",
            "a-b/x.raw",
            "a.raw",
            "a/b.raw",
            "a0.raw",
            "b.raw",
            "é.raw",
            "\uE000.raw",
            "\uFFFD.raw",
            "😀.raw");
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      raw(names.get(i), i, 1);
      expected.add((long) i);
    }
    assertEquals(expected, ids(Dataset.open(root.toString())));
    assertEquals(expected, ids(Dataset.open(root + "/**")));
    String[] reversed =
        names.reversed().stream().map(name -> root.resolve(name).toString()).toArray(String[]::new);
    assertEquals(expected, ids(Dataset.open(reversed)));
  }

  @Test
  void selectTakesColumnsInTheOrderAskedFor() throws Exception {
    Dataset dataset = Dataset.open(raw("a.raw", 0, 3).toString());
    Dataset narrow = dataset.select("s", "id");
    assertEquals("[s utf8, id int64]", narrow.schema().fields().toString());
    assertEquals(List.of("id"), names(narrow.select("id")));
    assertEquals(List.of("id", "x", "s", "l"), names(dataset));
    try (DataLoader loader = narrow.loader(3).build()) {
      Batch batch = loader.iterator().next();
      assertEquals("row 2", ((Utf8Column) batch.column(0)).get(2));
      assertEquals(2, ((LongColumn) batch.column(1)).get(2));
      assertThrows(IllegalArgumentException.class, () -> batch.column("x"));
    }
  }

  private static List<String> names(Dataset dataset) {
    return dataset.schema().fields().stream().map(Field::name).toList();
  }

  @Test
  void selectRefusesWrongRepeatedAndNoNames() throws Exception {
    Dataset dataset = Dataset.open(raw("a.raw", 0, 3).toString()).select("id", "s");
    assertEquals(
        "no column 'ids' (did you mean 'id'?); columns: id int64, s utf8",
        assertThrows(IllegalArgumentException.class, () -> dataset.select("ids")).getMessage());
    assertThrows(IllegalArgumentException.class, () -> dataset.select("x"), "not selected before");
    assertThrows(IllegalArgumentException.class, () -> dataset.select("id", "id"));
    assertThrows(IllegalArgumentException.class, dataset::select);
  }

  @Test
  void splitsAreValuesThatOutliveTheirFiles() throws Exception {
    Path file = raw("a.raw", 0, 3);
    Dataset dataset = Dataset.open(file.toString());
    List<Split> splits = dataset.splits();
    Files.delete(file);
    assertEquals(List.of(3L), splits.stream().map(Split::rows).toList());
    assertEquals(file + ", all rows", splits.getFirst().toString());
    assertEquals(3, dataset.rowCount());
  }

  @Test
  void aDatasetHoldsNothingOpen() throws Exception {
    raw("a.raw", 0, 3);
    LeakCheck before = LeakCheck.snapshot();
    Dataset dataset = Dataset.open(root.toString());
    assertEquals(List.of(), before.leaks(Duration.ZERO));
    assertEquals(64, dataset.fingerprint().length());
    assertEquals(List.of(), before.leaks(Duration.ZERO));
  }

  @Test
  void nothingThereIsAnErrorThatNamesThePlace() throws Exception {
    Path missing = root.resolve("no.raw");
    NoSuchFileException absent =
        assertThrows(NoSuchFileException.class, () -> Dataset.open(missing.toString()));
    assertTrue(absent.getMessage().startsWith(missing.toString()), absent.getMessage());
    assertEquals(
        root + ": no file there",
        assertThrows(NoSuchFileException.class, () -> Dataset.open(root.toString())).getMessage());
    assertThrows(IllegalArgumentException.class, Dataset::open);
  }

  @Test
  void aCorruptFirstFileFailsAtOpenAndALaterOneAtItsFooter() throws Exception {
    raw("b.raw", 0, 3);
    Path bad = Files.writeString(root.resolve("c.raw"), "cut");
    Dataset dataset = Dataset.open(root.toString());
    assertEquals(2, dataset.files().size());
    assertTrue(dataset.toString().contains(RawFormat.SCHEMA.toString()), dataset::toString);
    for (int again = 0; again < 2; again++) {
      assertTrue(
          assertThrows(MalformedDataException.class, dataset::rowCount)
              .getMessage()
              .startsWith(bad.toString()));
    }
    assertThrows(MalformedDataException.class, () -> dataset.loader(1).build());
    Files.move(bad, root.resolve("a.raw"));
    assertThrows(MalformedDataException.class, () -> Dataset.open(root.toString()));
  }

  @Test
  void aFileThatChangedBetweenOpenAndReadingIsRefused() throws Exception {
    Path file = raw("a.raw", 0, 30);
    raw("b.raw", 30, 5);
    Dataset dataset = Dataset.open(root.toString());
    assertEquals(35, dataset.rowCount());
    Path other = RawFormat.write(root.resolve("other"), 0, 31);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    try (DataLoader loader = dataset.loader(5).build()) {
      Iterator<Batch> batches = loader.iterator();
      UncheckedIOException refusal = assertThrows(UncheckedIOException.class, batches::next);
      IOException cause = assertInstanceOf(IOException.class, refusal.getCause());
      assertTrue(
          cause.getMessage().startsWith(file + " changed since the dataset was opened: it had "),
          cause.getMessage());
    }
  }

  @Test
  void aFileThatChangedBetweenOpenAndItsFooterIsRefused() throws Exception {
    raw("a.raw", 0, 30);
    Path second = raw("b.raw", 30, 5);
    Dataset dataset = Dataset.open(root.toString());
    RawFormat.write(second, 30, 6);
    UncheckedIOException refusal = assertThrows(UncheckedIOException.class, dataset::rowCount);
    assertTrue(
        refusal.getCause().getMessage().startsWith(second + " changed since the dataset was"),
        refusal.getMessage());
  }

  @Test
  void whatNamesListElementsAndMetadataAreMakesNoDifferenceAndOtherTypesDo() throws Exception {
    DataType int32 = new DataType.Int(32, true);
    DataType utf8 = new DataType.Utf8();
    Field item = Field.of("item", int32);
    Field strict = new Field("element", int32, false, Map.of("k", "v"));
    Field first = Field.of("l", new DataType.List(item));
    MemFile a = MemFile.mapped("a.mem", Schema.of(first, Field.of("s", utf8)));
    List<DataType> types =
        List.of(
            new DataType.Dictionary(new DataType.Int(8, true), utf8, false),
            new DataType.Dictionary(new DataType.Int(8, true), int32, false),
            new DataType.Dictionary(new DataType.Int(8, false), utf8, false),
            new DataType.Dictionary(new DataType.Int(8, true), utf8, true),
            new DataType.FixedSizeList(item, 2),
            new DataType.FixedSizeList(item, 3),
            new DataType.Struct(List.of(item)),
            new DataType.Struct(List.of(item, item)),
            new DataType.Struct(List.of(strict)),
            int32,
            new DataType.Int(32, false));
    for (DataType left : types) {
      for (DataType right : types) {
        if (Widening.common(left, right).isEmpty()) {
          differs(
              MemFile.mapped("a.mem", Schema.of(Field.of("c", left))),
              Schema.of(Field.of("c", right)),
              "column 'c' is " + right + ", but " + left + " in ");
        }
      }
    }
    Field named = new Field("l", new DataType.List(strict), false, Map.of("m", "n"));
    MemFile alike = MemFile.mapped("b.mem", Schema.of(named, Field.of("s", utf8)));
    a.split(batch(first.type(), List.of(1L)));
    alike.split(batch(named.type(), List.of(2L)));
    try (MemFolder folder = MemFolder.of(a, alike);
        DataLoader loader = folder.open().loader(2).build()) {
      Batch batch = loader.iterator().next();
      assertEquals("[1]", batch.column("l").text(0));
      assertEquals("[2]", batch.column("l").text(1));
    }
  }

  private static RecordBatch batch(DataType lists, List<Object> list) {
    return new RecordBatch(
        0,
        1,
        List.of(
            ArrayBuilder.plain(lists, List.of(list)),
            ArrayBuilder.plain(new DataType.Utf8(), List.of("x"))));
  }

  private static void differs(MemFile first, Schema other, String message) throws Exception {
    try (MemFolder folder = MemFolder.of(first, MemFile.mapped("b.mem", other))) {
      Dataset dataset = folder.open();
      String found = assertThrows(UnsupportedDataException.class, dataset::rowCount).getMessage();
      assertEquals(
          folder.location()
              + "b.mem: "
              + message
              + folder.location()
              + "a.mem: no type holds the values of both",
          found);
    }
  }

  @Test
  void thousandsOfRowsInFarMoreFilesThanStayOpenAreReadTwice() throws Exception {
    MemFile[] files = new MemFile[64 * 64 + 200];
    for (int i = 0; i < files.length; i++) {
      files[i] = Ids.file(String.format("f%05d.mem", i), i % 2 == 0, i, 1);
    }
    try (MemFolder folder = MemFolder.of(files);
        DataLoader loader = folder.open().loader(100).epochs(2).build()) {
      long rows = 0;
      for (Batch batch : loader) {
        Ids.check(batch);
        rows += batch.rows();
      }
      assertEquals(2L * files.length, rows);
      int open = 0;
      for (MemFile file : files) {
        open += file.openSources();
      }
      assertTrue(open <= 64 * 64 + 64, open + " sources are open");
    }
  }
}
