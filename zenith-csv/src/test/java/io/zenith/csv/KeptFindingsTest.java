package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.error.MalformedDataException;
import io.zenith.spi.Format;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that were gone through before are not gone through again.
class KeptFindingsTest {
  private static final int ROWS = 10_000;

  /// Many splits.
  private static final Sizes CUT = new Sizes(512, 512, 4, 1_024, 300);

  private final NotedStorage storage = new NotedStorage();

  @TempDir private Path folder;
  private Path file;
  private DiskCache cache;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("numbers.csv");
    cache = DiskCache.at(folder.resolve("cache"), "1 GiB");
    Files.writeString(file, text("1.5"));
  }

  private static String text(String price) {
    StringBuilder text = new StringBuilder("id,price,name\n");
    for (int row = 0; row < ROWS; row++) {
      text.append(row).append(',').append(price).append(",\"n\n").append(row % 7).append("\"\n");
    }
    return text.toString();
  }

  private Dataset open(Format format) throws IOException {
    return Dataset.open(cache.over(storage), format, file.toString());
  }

  /// The values, and what the rows are known by.
  private static List<Object> content(Dataset dataset) {
    try (DataLoader loader = dataset.loader(1_000).shuffle(3).build()) {
      loader.forEach(_ -> {});
      return List.of(
          dataset.schema(), dataset.fingerprint(), loader.receipt(), Read.columns(dataset, 999));
    }
  }

  /// Which splits there are, so that no values are read.
  private static List<Object> seen(Dataset dataset) {
    return List.of(dataset.schema(), dataset.rowCount(), dataset.fingerprint());
  }

  @Test
  void laterRunsReadNoText() throws IOException {
    Dataset plain = Dataset.open(storage, Csv.format(), file.toString());
    List<Object> expected = content(plain);
    assertTrue(storage.bytes() > Files.size(file));
    assertEquals(expected, content(open(Csv.format())));
    assertTrue(storage.bytes() > Files.size(file));
    Dataset again = open(Csv.format());
    assertEquals(seen(plain), seen(again));
    long read = storage.bytes();
    assertTrue(read < 1_000, read + " bytes");
    assertEquals(expected, content(again));
  }

  /// Where each of many splits begins is known as well.
  @Test
  void manySplitsAreFoundWithoutReading() throws Exception {
    CutFormat format = new CutFormat(Csv.format().options(), CUT);
    List<Object> expected = content(open(format));
    storage.bytes();
    Dataset again = open(format);
    assertTrue(again.splits().size() > 50, () -> again.splits().size() + " splits");
    assertTrue(storage.bytes() < 100);
    assertEquals(expected, content(again));
  }

  /// Though a cache is too small for the rows of a dataset, these make no room for each other by
  /// removing what is needed to find them.
  @Test
  void theyStayWhereRowsFindNoRoom() throws Exception {
    CutFormat format = new CutFormat(Csv.format().options(), CUT);
    cache = DiskCache.at(folder.resolve("cache"), "100000");
    for (int run = 0; run < 2; run++) {
      Dataset dataset = open(format);
      long read = storage.bytes();
      assertTrue(run == 0 || read < 100, () -> read + " bytes");
      Thread.sleep(1_100); // what was used in an earlier second might be removed
      try (DataLoader loader = dataset.loader(1_000).cache(cache).build()) {
        loader.forEach(_ -> {});
        assertTrue(loader.report().diskCache().read() > 0);
      }
      storage.bytes();
    }
  }

  /// Entries that someone has written who knows less than we do.
  @Test
  void findingsOfAnotherTextAreNotTaken() throws IOException {
    List<Object> expected = seen(open(Csv.format()));
    RecordIndex index = new RecordIndex(14, 90, 9, 0, new long[] {14}, new long[] {0}, "hash");
    Findings wrong = new Findings(new Head(List.of("id"), 14), index, List.of(), new long[] {14});
    NotedStorage other = new NotedStorage();
    DiskCache second = DiskCache.at(folder.resolve("second"), "1 GiB");
    StoredFile stored = other.list(file.toUri()).getFirst();
    try (Arena arena = Arena.ofShared()) {
      String what =
          "where records are, of which types 1 "
              + Sizes.DEFAULT
              + " "
              + Csv.format().options().findings();
      second.over(other).open(stored, arena).keep(what, wrong.bytes());
    }
    assertEquals(1, DiskCache.entries(folder.resolve("second")).size());
    assertEquals(expected, seen(Dataset.open(second.over(other), Csv.format(), file.toString())));
  }

  @Test
  void compressedTextIsNotDecompressedAgain() throws IOException {
    file = folder.resolve("numbers.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text("2").getBytes(StandardCharsets.UTF_8));
    }
    List<Object> expected = content(open(Csv.format()));
    storage.bytes();
    Dataset again = open(Csv.format());
    assertEquals(ROWS, again.rowCount());
    assertTrue(storage.bytes() < 1_000);
    assertEquals(expected, content(again));
  }

  @Test
  void eachFileOfManyIsKnown() throws IOException {
    Path many = Files.createDirectory(folder.resolve("many"));
    for (int i = 0; i < 20; i++) {
      Files.writeString(many.resolve(i + ".csv"), "id,x\n" + (i == 11 ? "x" : i) + ",1\n");
    }
    file = many;
    List<Object> expected = seen(open(Csv.format()));
    assertEquals(List.of("utf8", "int64"), types(open(Csv.format())));
    storage.bytes();
    assertEquals(expected, seen(open(Csv.format())));
    long read = storage.bytes();
    assertTrue(read < 20 * 20, read + " bytes"); // what tells compressed text
    // One that has changed is gone through again, and only that one.
    Files.writeString(many.resolve("11.csv"), "id,x\n" + "1,1\n".repeat(1_000));
    Dataset changed = open(Csv.format());
    assertEquals(List.of("int64", "int64"), types(changed));
    assertEquals(1_019, changed.rowCount());
  }

  private static List<String> types(Dataset dataset) {
    return dataset.schema().fields().stream().map(field -> field.type().toString()).toList();
  }

  /// Whatever decides about records and types is a part of what is looked for.
  @Test
  void otherOptionsFindOtherThings() throws IOException {
    List<Csv> formats =
        List.of(
            Csv.format(),
            Csv.format().inferFrom(10),
            Csv.format().inferFrom(20),
            Csv.format().types("string"),
            Csv.format().types("id:int8,price:string"),
            Csv.format().types("id:int8,price:float32"),
            Csv.format().header(false),
            Csv.format().names("a", "b", "c"),
            Csv.format().names("a, b", "c", "d"),
            Csv.format().nulls("1", "xxxxxxxxx"),
            Csv.format().nulls(" 9xxxxxxxxx"),
            Csv.format().nulls("1.5"),
            Csv.format().quote('\'').ragged(Ragged.FILL),
            Csv.format().noQuotes().ragged(Ragged.FILL),
            Csv.format().noQuotes().ragged(Ragged.SKIP),
            Csv.format().comment('7').ragged(Ragged.FILL),
            Csv.format().skipLines(1),
            Csv.format().delimiter(';'));
    for (int pass = 0; pass < 2; pass++) {
      for (Csv format : formats) {
        Dataset plain = Dataset.open(format, file.toString());
        assertEquals(seen(plain), seen(open(format)), format.options().toString());
      }
    }
    // Each has an entry of its own.
    assertEquals(formats.size(), DiskCache.entries(folder.resolve("cache")).size());
  }

  @Test
  void whatIsWrongIsSaidEachTime() throws IOException {
    Files.writeString(file, "a,b\n1,2\n3,\"4\n");
    for (int pass = 0; pass < 2; pass++) {
      assertThrows(MalformedDataException.class, () -> open(Csv.format()));
    }
    Files.writeString(file, "a,b\n1,2\n3\n");
    for (int pass = 0; pass < 2; pass++) {
      assertThrows(MalformedDataException.class, () -> open(Csv.format()));
    }
    Files.writeString(file, "a,b\n1,2\n");
    for (int pass = 0; pass < 2; pass++) {
      assertThrows(IllegalArgumentException.class, () -> open(Csv.format().types("a:int8,c:int8")));
    }
  }

  @Test
  void entriesThatAreBrokenAreFoundAgain() throws IOException {
    List<Object> expected = seen(open(Csv.format()));
    Path entry = DiskCache.entries(folder.resolve("cache")).getFirst().file();
    byte[] good = Files.readAllBytes(entry);
    for (int at = 0; at < good.length; at += 1 + good.length / 20) {
      byte[] bad = good.clone();
      bad[at] ^= 4;
      Files.write(entry, at % 2 == 0 ? bad : Arrays.copyOf(good, at));
      assertEquals(expected, seen(open(Csv.format())));
      assertEquals(Optional.empty(), DiskCache.entries(folder.resolve("cache")).getFirst().fault());
    }
  }

  /// Bytes that no cache of ours has written, though it says that they are what was written.
  @Test
  void foreignBytesAreNoFindings() {
    RecordIndex index =
        new RecordIndex(9, 90, 5, 1, new long[] {9, 20, 64}, new long[] {0, 2, 4}, "hash");
    Findings findings =
        new Findings(
            new Head(List.of("a", "é"), 9),
            index,
            List.of(new FoundTypes(3, true), FoundTypes.OF_NONE),
            new long[] {9, 33});
    byte[] good = findings.bytes();
    Findings read = Findings.of(good).orElseThrow();
    assertEquals(findings.head(), read.head());
    assertEquals(findings.types(), read.types());
    assertArrayEquals(findings.splits(), read.splits());
    assertEquals(
        List.of(9L, 90L, 5L, 1L, "hash"),
        List.of(
            read.index().from(),
            read.index().end(),
            read.index().records(),
            read.index().skipped(),
            read.index().hash()));
    for (int length = 0; length < good.length; length++) {
      assertEquals(Optional.empty(), Findings.of(Arrays.copyOf(good, length)), "cut at " + length);
    }
    assertEquals(Optional.empty(), Findings.of(Arrays.copyOf(good, good.length + 1)));
    for (int at = 0; at < good.length; at++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] bad = good.clone();
        bad[at] ^= (byte) (1 << bit);
        Findings.of(bad); // whatever it is, it ends
      }
    }
  }
}
