package io.zenith.datasets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratedSetTest {
  @TempDir private Path folder;

  /// The hashes were taken once. They change only if the sets change, which every published figure
  /// and every checkpoint over a generated set would notice.
  @ParameterizedTest
  @CsvSource({
    "TABLE,  6199011a3d17c33cbd2e62b2779b2dcd2680700a7a9c7333731b50a313e42756",
    "IMAGES, d9f21be2e5d82510d421db12ea4a1cec959eae93c11cd72d04e91077f612f976",
    "MIXED,  3efd26ffb3e4f8a60a6f8980f62804ca1000c6c542eb55054e9067140c280dd3",
    "BLOBS,  2b31e1be7cc6ccbc788ade7c4f048defcedb39ef90fe22a794b2beff0337f273"
  })
  void bytesAreTheSameOnEveryMachine(GeneratedSet set, String sha256) throws Exception {
    byte[] bytes = Files.readAllBytes(set.write(folder, 1_234, 42, _ -> {}));

    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);

    assertEquals(sha256, HexFormat.of().formatHex(hash));
  }

  /// Enough for several record batches.
  private static int many(GeneratedSet set) {
    return set == GeneratedSet.BLOBS ? 300 : 5_000;
  }

  @ParameterizedTest
  @EnumSource
  void bytesAreTheSameOnEveryRun(GeneratedSet set) throws IOException {
    byte[] once = Files.readAllBytes(set.write(folder.resolve("once"), many(set), 7, _ -> {}));
    byte[] again = Files.readAllBytes(set.write(folder.resolve("again"), many(set), 7, _ -> {}));

    assertArrayEquals(once, again);
  }

  @ParameterizedTest
  @EnumSource
  void everySeedGivesOtherRows(GeneratedSet set) throws IOException {
    List<ArrowRows> sets = new ArrayList<>();
    for (long seed : new long[] {0, 1, -1, Long.MIN_VALUE}) {
      sets.add(ArrowRows.read(set.write(folder, 20, seed, _ -> {})));
    }

    assertEquals(sets.size(), sets.stream().map(ArrowRows::rows).distinct().count());
  }

  @ParameterizedTest
  @EnumSource
  void rowsDoNotDependOnHowManyFollow(GeneratedSet set) throws IOException {
    int few = many(set) / 5 + 3;
    ArrowRows some = ArrowRows.read(set.write(folder, few, 3, _ -> {}));
    ArrowRows more = ArrowRows.read(set.write(folder, many(set), 3, _ -> {}));

    assertEquals(some.rows(), more.rows().subList(0, few));
  }

  @ParameterizedTest
  @CsvSource({
    "TABLE, 0, ''",
    "TABLE, 1, 1",
    "TABLE, 65536, 65536",
    "TABLE, 65537, '65536, 1'",
    "IMAGES, 0, ''",
    "IMAGES, 1, 1",
    "IMAGES, 4099, '4096, 3'",
    "MIXED, 0, 0",
    "MIXED, 1, '0, 1'",
    "MIXED, 2001, '1000, 0, 1000, 1'",
    "BLOBS, 0, ''",
    "BLOBS, 1, 1",
    "BLOBS, 131, '128, 3'"
  })
  void rowsComeInBatchesOfBoundedSize(GeneratedSet set, long rows, String batches)
      throws IOException {
    ArrowRows read = ArrowRows.read(set.write(folder, rows, 1, _ -> {}));

    assertEquals("[" + batches + "]", read.batchRows().toString());
  }

  @Test
  void tableHasTheColumnsOfThePublishedBenchmark() throws IOException {
    ArrowRows table = ArrowRows.read(GeneratedSet.TABLE.write(folder, 300, 1, _ -> {}));

    assertEquals(
        "Schema<id: Int(64, true), label: Int(64, true), f0: FloatingPoint(SINGLE), "
            + "f1: FloatingPoint(SINGLE), f2: FloatingPoint(SINGLE), f3: FloatingPoint(SINGLE), "
            + "f4: FloatingPoint(SINGLE), f5: FloatingPoint(SINGLE), f6: FloatingPoint(SINGLE), "
            + "f7: FloatingPoint(SINGLE), f8: FloatingPoint(SINGLE), f9: FloatingPoint(SINGLE), "
            + "blob: Binary>",
        table.schema().toString());
    assertEquals("299", table.column("id").get(299));
    assertEquals(10, table.column("label").stream().distinct().count());
    for (String blob : table.column("blob")) {
      int length = blob.split(",").length;
      assertTrue(80 <= length && length <= 120, () -> length + " bytes");
    }
  }

  @Test
  void imagesAreFixedSizeListsOfBytes() throws IOException {
    ArrowRows images = ArrowRows.read(GeneratedSet.IMAGES.write(folder, 3, 1, _ -> {}));

    assertEquals(
        "Schema<image: FixedSizeList(784)<item: Int(8, false) not null> not null, "
            + "label: Int(8, false) not null>",
        images.schema().toString());
  }

  @Test
  void blobsAreAsLargeAsPictures() throws IOException {
    ArrowRows blobs = ArrowRows.read(GeneratedSet.BLOBS.write(folder, 100, 1, _ -> {}));

    assertEquals(
        "Schema<blob: Binary not null, label: Int(64, true) not null>", blobs.schema().toString());
    int[] lengths = blobs.column("blob").stream().mapToInt(b -> b.split(",").length).toArray();
    int least = Arrays.stream(lengths).min().orElseThrow();
    int most = Arrays.stream(lengths).max().orElseThrow();
    assertTrue(20_000 <= least && least < 22_000, () -> least + " bytes");
    assertTrue(38_000 < most && most <= 40_000, () -> most + " bytes");
    assertEquals(10, blobs.column("label").stream().distinct().count());
  }

  @Test
  void failureLeavesNothingAndKeepsTheOlderFile() throws IOException {
    Path older = GeneratedSet.MIXED.write(folder, 10, 1, _ -> {});
    byte[] before = Files.readAllBytes(older);
    LongConsumer full =
        rows -> {
          throw new UncheckedIOException(new IOException("No space left on device"));
        };

    assertThrows(
        UncheckedIOException.class, () -> GeneratedSet.MIXED.write(folder, 5_000, 2, full));

    assertArrayEquals(before, Files.readAllBytes(older));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(older), files.toList());
    }
  }

  @Test
  void folderThatIsAFileIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThrows(IOException.class, () -> GeneratedSet.TABLE.write(file, 1, 1, _ -> {}));
  }

  @Test
  void negativeNumberOfRowsIsRefused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> GeneratedSet.TABLE.write(folder, -1, 1, _ -> {}));

    assertEquals("-1 rows; at least 0", refused.getMessage());
  }

  @Test
  void progressIsToldAfterEachBatch() throws IOException {
    List<Long> told = new ArrayList<>();

    GeneratedSet.MIXED.write(folder, 2_500, 1, told::add);

    assertEquals(List.of(1_000L, 2_000L, 2_500L), told);
  }

  @Test
  void namesAreThoseOfTheCommandLine() {
    assertEquals("[table, images, mixed, blobs]", List.of(GeneratedSet.values()).toString());
    assertEquals("images.arrow", GeneratedSet.IMAGES.fileName());
    assertNotEquals("", GeneratedSet.MIXED.description());
  }
}
