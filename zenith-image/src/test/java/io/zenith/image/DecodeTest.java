package io.zenith.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.ByteColumn;
import io.zenith.DataLoader;
import io.zenith.DiskCache;
import io.zenith.MemoryCache;
import io.zenith.Normalize;
import io.zenith.RowByRow;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Row;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a loader makes of columns of encoded images.
class DecodeTest {
  private static final byte[] RGB = new Sample("rgb.png").bytes();
  private static final byte[] GRAY = new Sample("gray.png").bytes();
  private static final byte[] NULL = {};
  private static final byte[] CHAFF = "no image".getBytes(StandardCharsets.UTF_8);

  private static byte[] pixels(byte[] encoded, ImageShape shape) {
    try {
      return new ImageDecoder().decode(encoded.clone(), shape);
    } catch (BadImageException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] values(Batch batch) {
    return batch.tensor("image").segment().toArray(ValueLayout.JAVA_BYTE);
  }

  @Test
  void aColumnBecomesATensor() throws IOException {
    try (MemFolder folder = Table.ofEncoded(RGB, GRAY);
        DataLoader loader = folder.open().loader(2).map(Decode.image("image", 10, 12)).build()) {
      Field field = loader.schema().fields().getFirst();
      assertEquals(
          "image fixed_size_list<uint8>[360] (arrow.fixed_shape_tensor)", field.toString());
      assertEquals("{\"shape\":[10,12,3]}", field.metadata().get("ARROW:extension:metadata"));
      Batch batch = loader.iterator().next();
      assertArrayEquals(new long[] {2, 10, 12, 3}, batch.tensor("image").shape());
      byte[] both = Arrays.copyOf(pixels(RGB, ImageShape.of(10, 12, 3)), 720);
      System.arraycopy(pixels(GRAY, ImageShape.of(10, 12, 3)), 0, both, 360, 360);
      assertArrayEquals(both, values(batch));
    }
  }

  @Test
  void grayHasOneChannel() throws IOException {
    try (MemFolder folder = Table.ofEncoded(GRAY);
        DataLoader loader =
            folder.open().loader(1).map(Decode.image("image", 23, 31).gray()).build()) {
      Batch batch = loader.iterator().next();
      assertArrayEquals(new long[] {1, 23, 31, 1}, batch.tensor("image").shape());
      assertArrayEquals(pixels(GRAY, ImageShape.of(23, 31, 1)), values(batch));
    }
  }

  @Test
  void itIsNormalizedByChannel() throws IOException {
    try (MemFolder folder = Table.ofEncoded(RGB);
        DataLoader loader =
            folder
                .open()
                .loader(1)
                .map(Decode.image("image", 4, 5))
                .map(Normalize.of("image", new double[] {1, 2, 3}, new double[] {2, 2, 2}))
                .build()) {
      Batch batch = loader.iterator().next();
      assertArrayEquals(new long[] {1, 4, 5, 3}, batch.tensor("image").shape());
      byte[] raw = pixels(RGB, ImageShape.of(4, 5, 3));
      assertEquals(((raw[58] & 0xFF) - 2) / 2f, batch.tensor("image").getFloat(58));
    }
  }

  @Test
  void bytesMayBeOfAnyBinaryType() throws IOException {
    byte[] expected = pixels(RGB, ImageShape.of(6, 6, 3));
    for (DataType type :
        List.of(
            new DataType.Binary(),
            new DataType.LargeBinary(),
            new DataType.BinaryView(),
            new DataType.FixedSizeBinary(RGB.length))) {
      try (MemFolder folder = Table.of(Field.of("image", type), Table.values(RGB));
          DataLoader loader = folder.open().loader(1).map(Decode.image("image", 6, 6)).build()) {
        assertArrayEquals(expected, values(loader.iterator().next()), type.toString());
      }
    }
  }

  /// As data sets of Hugging Face have them.
  @Test
  void bytesMayBeAFieldOfAStruct() throws IOException {
    DataType struct =
        new DataType.Struct(
            List.of(
                Field.of("bytes", new DataType.Binary()), Field.of("path", new DataType.Utf8())));
    List<Object> rows = new ArrayList<>();
    for (Object image : Table.values(RGB, GRAY)) {
      rows.add(new Row(Arrays.asList(image, "a.png")));
    }
    rows.add(null);
    try (MemFolder folder = Table.of(Field.of("image", struct), rows)) {
      for (boolean selected : new boolean[] {false, true}) {
        try (DataLoader loader =
            (selected ? folder.open().select("image.bytes") : folder.open())
                .loader(3)
                .map(Decode.image("image.bytes", 5, 4))
                .build()) {
          Batch batch = loader.iterator().next();
          assertEquals(1, batch.column("image").nullCount());
          assertArrayEquals(
              pixels(GRAY, ImageShape.of(5, 4, 3)),
              batch.tensor("image", 1).segment().toArray(ValueLayout.JAVA_BYTE));
        }
      }
    }
    rows.set(1, new Row(Arrays.asList(null, "b.png")));
    try (MemFolder folder = Table.of(Field.of("image", struct), rows)) {
      String message =
          failure(MalformedDataException.class, folder, Decode.image("image.bytes", 5, 4));
      assertTrue(message.contains("a.mem, row 1, column 'image.bytes': found null"), message);
    }
  }

  @Test
  void nullsStayNull() throws IOException {
    try (MemFolder folder = Table.ofEncoded(RGB, NULL, RGB);
        DataLoader loader = folder.open().loader(3).map(Decode.image("image", 2, 2)).build()) {
      Batch batch = loader.iterator().next();
      assertTrue(batch.column("image").isNull(1));
      assertEquals(1, batch.column("image").nullCount());
    }
  }

  private static <E extends RuntimeException> String failure(
      Class<E> type, MemFolder folder, Decode decode) throws IOException {
    try (DataLoader loader = folder.open().loader(1).map(decode).build()) {
      return String.valueOf(assertThrows(type, () -> loader.forEach(_ -> {})).getMessage());
    }
  }

  @Test
  void aBadImageStopsTheLoaderAndIsNamed() throws IOException {
    try (MemFolder folder = Table.ofEncoded(RGB, GRAY, CHAFF)) {
      String message = failure(MalformedDataException.class, folder, Decode.image("image", 4, 4));
      assertTrue(
          message.startsWith("transform 1 (map, Decode) in epoch 0, step 2, at ")
              && message.endsWith(
                  "a.mem, row 2, column 'image': found 8 bytes that begin with 6e 6f 20 69 6d 61"
                      + " 67 65, expected an image: JPEG, PNG, GIF or BMP"),
          message);
    }
  }

  @Test
  void whatIsNotReadIsSaid() throws IOException {
    byte[] webp = "RIFF\0\0\0\0WEBPVP8 ".getBytes(StandardCharsets.ISO_8859_1);
    try (MemFolder folder = Table.ofEncoded(RGB, webp)) {
      String message = failure(UnsupportedDataException.class, folder, Decode.image("image", 4, 4));
      assertTrue(message.endsWith("row 1, column 'image': WebP is not supported"), message);
    }
  }

  @Test
  void blanksAreMarked() throws IOException {
    byte[] cut = Arrays.copyOf(RGB, RGB.length / 2);
    try (MemFolder folder = Table.ofEncoded(RGB, CHAFF, NULL, cut, GRAY);
        DataLoader loader =
            folder.open().loader(5).map(Decode.image("image", 3, 3).orBlank("bad")).build()) {
      Batch batch = loader.iterator().next();
      ByteColumn bad = batch.bytes("bad");
      assertArrayEquals(new byte[] {0, 1, 0, 1, 0}, bad.toArray());
      assertFalse(bad.field().nullable());
      for (int row : new int[] {0, 1, 3, 4}) {
        byte[] expected =
            row == 0 || row == 4
                ? pixels(row == 0 ? RGB : GRAY, ImageShape.of(3, 3, 3))
                : new byte[27];
        assertArrayEquals(
            expected,
            batch.tensor("image", row).segment().toArray(ValueLayout.JAVA_BYTE),
            "row " + row);
      }
    }
  }

  private static byte[][] many(int count) {
    List<Sample> samples = Sample.all();
    byte[][] images = new byte[count][];
    for (int i = 0; i < count; i++) {
      images[i] = i % 11 == 10 ? CHAFF : samples.get(i % samples.size()).bytes();
    }
    return images;
  }

  private static List<String> stream(
      MemFolder folder, UnaryOperator<DataLoader.Builder> options, int batch) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataLoader loader =
        options
            .apply(
                folder
                    .open()
                    .loader(batch)
                    .epochs(2)
                    .map(Decode.image("image", 9, 8).orBlank("bad")))
            .build()) {
      for (Batch each : loader) {
        for (int row = 0; row < each.rows(); row++) {
          byte[] values = each.tensor("image", row).segment().toArray(ValueLayout.JAVA_BYTE);
          rows.add(Arrays.hashCode(values) + " " + each.bytes("bad").get(row));
        }
      }
    }
    return rows;
  }

  /// What an image becomes depends on its bytes alone.
  @Test
  void threadsBatchesAndCachesChangeNothing(@TempDir Path cache) throws IOException {
    try (MemFolder folder = Table.ofEncoded(many(100))) {
      List<String> expected = stream(folder, options -> options.threads(1), 1);
      assertEquals(200, expected.size());
      assertEquals(expected, stream(folder, options -> options.threads(3), 7));
      assertEquals(expected, stream(folder, options -> options.cache(MemoryCache.of("10 MB")), 16));
      for (int run = 0; run < 2; run++) {
        assertEquals(
            expected, stream(folder, options -> options.cache(DiskCache.at(cache, "10 MB")), 33));
      }
    }
  }

  @Test
  void itActsRowByRow() throws IOException {
    try (MemFolder folder = Table.ofEncoded(many(60))) {
      RowByRow.check(Decode.image("image", 7, 9).gray().orBlank("bad"), folder.open());
    }
  }

  /// Others may use what runs on a machine without a screen.
  @Test
  void noThreadOfAWindowSystemIsStarted() {
    pixels(RGB, ImageShape.of(3, 3, 3));
    pixels(new Sample("rgb-2.jpg").bytes(), ImageShape.of(3, 3, 3));
    assertEquals(
        List.of(),
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(name -> name.startsWith("AWT") || name.contains("EventQueue"))
            .toList());
  }

  @Test
  void settingsTellTransformsApart() {
    Decode decode = Decode.image("image", 4, 5);
    List<String> all =
        List.of(
            decode.identity().orElseThrow(),
            decode.gray().identity().orElseThrow(),
            decode.orBlank("bad").identity().orElseThrow(),
            Decode.image("image", 5, 4).identity().orElseThrow(),
            Decode.image("x", 4, 5).identity().orElseThrow());
    assertEquals(5, all.stream().distinct().count(), all.toString());
    assertEquals(all.getFirst(), Decode.image("image", 4, 5).identity().orElseThrow());
    assertEquals(
        "'image' to 4 x 5 x 1, or blank by 'bad'", decode.gray().orBlank("bad").toString());
  }

  private static String refusal(Runnable misuse) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, misuse::run).getMessage());
  }

  @Test
  void misuseIsRefusedInWords() {
    Schema schema =
        new Schema(
            List.of(
                Field.of("image", new DataType.Binary()),
                Field.of("label", new DataType.Int(64, true))),
            Map.of());
    assertEquals(
        "no column 'img'; columns: [image binary, label int64]",
        refusal(() -> Decode.image("img", 4, 4).output(schema)));
    assertEquals(
        "column 'label' is int64; expected the bytes of images: binary",
        refusal(() -> Decode.image("label", 4, 4).output(schema)));
    assertEquals(
        "there is a column 'label' already: name another for what is blank",
        refusal(() -> Decode.image("image", 4, 4).orBlank("label").output(schema)));
    assertEquals(
        "images of 0 x 4 x 3; at least 1 of each", refusal(() -> Decode.image("image", 0, 4)));
    assertEquals(
        "images of 65536 x 65536 x 3; at most 2^31 - 1 values each",
        refusal(() -> Decode.image("image", 65_536, 65_536)));
  }

  @Test
  void metadataOfTheColumnStay() {
    Field before =
        new Field("image", new DataType.Binary(), false, Map.of("PARQUET:field_id", "7"));
    Field after = Decode.image("image", 2, 2).output(Schema.of(before)).fields().getFirst();
    assertEquals("7", after.metadata().get("PARQUET:field_id"));
    assertFalse(after.nullable());
  }
}
