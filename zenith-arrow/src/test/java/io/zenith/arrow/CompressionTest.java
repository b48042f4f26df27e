package io.zenith.arrow;

import static io.zenith.arrow.FileForge.compressed;
import static io.zenith.arrow.FileForge.ints;
import static io.zenith.arrow.FileForge.joined;
import static io.zenith.arrow.FileForge.longs;
import static io.zenith.arrow.FileForge.none;
import static io.zenith.arrow.FileForge.text;
import static io.zenith.arrow.LayoutsTest.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.spi.Projection;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.CompressionType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies whose buffers are compressed, each by itself.
final class CompressionTest {
  private static final List<List<Object>> TWO = List.of(List.of(1L), List.of(2L));

  @TempDir private Path root;

  @TestFactory
  Stream<DynamicTest> columnsOfEveryTypeAreRead() {
    return Stream.of(CompressionType.LZ4_FRAME, CompressionType.ZSTD)
        .flatMap(codec ->
            Sample.all()
                .map(sample ->
                    DynamicTest.dynamicTest(
                        CompressionType.name(codec) + " " + sample.type(),
                        () -> assertEquals(sample.rows(), Rows.of(sample.compressed(codec))))));
  }

  private static FileForge forge(int codec) {
    return new FileForge(Fields.of("x", Fields.INT64)).codec(codec);
  }

  private static byte[] file(byte[] buffer) {
    return forge(CompressionType.LZ4_FRAME).batch(2, nodes(2), none(), buffer).build();
  }

  @Test
  void aBufferMayBeStoredAsItIs() throws IOException {
    assertEquals(TWO, Rows.of(file(joined(longs(-1), longs(1, 2)))));
  }

  @Test
  void buffersMayBePadded() throws IOException {
    assertEquals(
        TWO, Rows.of(file(compressed(CompressionType.LZ4_FRAME, longs(1, 2, 0, 0, 0, 0, 0, 0)))));
  }

  /// Eight megabytes of zeros, in a few hundred bytes.
  private static FileForge largeDictionary() {
    int values = 1 << 20;
    return new FileForge(Fields.encoded("d", 1, 32, Fields.INT64))
        .codec(CompressionType.ZSTD)
        .dictionary(
            1,
            false,
            values,
            nodes(values),
            none(),
            compressed(CompressionType.ZSTD, new byte[Long.BYTES * values]))
        .batch(1, nodes(1), none(), compressed(CompressionType.ZSTD, ints(values - 1)));
  }

  @Test
  void dictionariesCountInTheMemoryBudget() throws IOException {
    for (byte[] content : List.of(largeDictionary().build(), largeDictionary().stream())) {
      try (InMemory file = new InMemory(Arrow.format(), "large", content)) {
        for (Dataset dataset : List.of(file.mapped(), file.unmapped())) {
          assertEquals(List.of(List.of(0L)), read(dataset, "36 MiB"));
          String message =
              assertThrows(IllegalStateException.class, () -> read(dataset, "16 MiB")).getMessage();
          assertTrue(
              message.startsWith(dataset.files().getFirst() + " needs 8.0 MiB of memory"), message);
          assertTrue(message.endsWith(": set memoryBudget"), message);
        }
      }
    }
  }

  private static List<List<Object>> read(Dataset dataset, String budget) {
    try (DataLoader loader = dataset.loader(1).memoryBudget(budget).build()) {
      List<List<Object>> rows = new ArrayList<>();
      for (Batch batch : loader) {
        rows.add(List.of(ColumnValues.of(batch.column("d")).getFirst()));
      }
      return rows;
    }
  }

  @Test
  void dictionariesAreDecompressed() throws IOException {
    for (int codec : new int[] {CompressionType.LZ4_FRAME, CompressionType.ZSTD}) {
      byte[] file =
          new FileForge(Fields.encoded("d", 1, 8, Fields.UTF8))
              .codec(codec)
              .dictionary(
                  1,
                  false,
                  2,
                  nodes(2),
                  none(),
                  compressed(codec, ints(0, 1, 3)),
                  compressed(codec, text("abb")))
              .batch(3, nodes(3), none(), compressed(codec, new byte[] {1, 0, 1}))
              .build();
      assertEquals(List.of(List.of("bb"), List.of("a"), List.of("bb")), Rows.of(file));
    }
  }

  @Test
  void aConstantColumnMayBeTenThousandTimesAsLong() throws IOException {
    int rows = 1 << 20;
    byte[] values = compressed(CompressionType.ZSTD, new byte[8 * rows]);
    assertTrue(values.length < 8 * rows / 10_000, values.length + " bytes");
    byte[] file = forge(CompressionType.ZSTD).batch(rows, nodes(rows), none(), values).build();
    try (InMemory memory = new InMemory(Arrow.format(), "constant", file)) {
      assertEquals(rows, Rows.of(memory.mapped(), 4096).size());
    }
  }

  @Test
  void whatABufferDeclaresIsHeldAgainstItsValues() throws IOException {
    byte[] sound = compressed(CompressionType.LZ4_FRAME, longs(1, 2));
    byte[] data = Arrays.copyOfRange(sound, 8, sound.length);
    assertMalformed(joined(longs(-2), data), "column 'x', buffer 1: found -2 bytes, compressed to");
    assertMalformed(
        joined(longs(1 << 30), data),
        "column 'x', buffer 1: found 1073741824 bytes, compressed to");
    assertMalformed(joined(longs(Long.MAX_VALUE), data), "buffer 1: found " + Long.MAX_VALUE);
    assertMalformed(joined(longs(15), data), "buffer 1, byte ");
    assertMalformed(joined(longs(17), data), "buffer 1, byte ");
    assertMalformed(
        new byte[] {1, 2, 3}, "found a compressed buffer of 3 bytes, expected at least 8");
    assertMalformed(joined(longs(16), new byte[40]), "buffer 1, byte ");
    assertMalformed(longs(0), "values buffer of 0 bytes");
    assertMalformed(joined(longs(-1), longs(1)), "values buffer of 8 bytes");
  }

  private static void assertMalformed(byte[] buffer, String message) throws IOException {
    for (boolean mapped : new boolean[] {true, false}) {
      try (InMemory memory = new InMemory(Arrow.format(), "hostile", file(buffer))) {
        Dataset dataset = mapped ? memory.mapped() : memory.unmapped();
        String found =
            assertThrows(MalformedDataException.class, () -> Rows.of(dataset, 1)).getMessage();
        assertTrue(found.contains("record batch 0, column 'x'"), found);
        assertTrue(found.contains(message), found);
      }
    }
  }

  /// The bytes of text are as many as the file says: then the memory budget decides, before any is
  /// taken.
  @Test
  void whatTextDeclaresIsHeldAgainstItsBytesAndTheBudget() throws IOException {
    byte[] constant = compressed(CompressionType.ZSTD, new byte[64 << 20]);
    byte[] file =
        new FileForge(Fields.of("s", Fields.UTF8))
            .codec(CompressionType.ZSTD)
            .batch(
                1, nodes(1), none(), compressed(CompressionType.ZSTD, ints(0, 64 << 20)), constant)
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "bomb", file)) {
      Dataset dataset = memory.mapped();
      String refusal =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> dataset.loader(1).memoryBudget("32 MiB").build())
              .getMessage();
      assertTrue(refusal.contains("record batch 0 needs 72.0 MiB"), refusal);
      assertEquals(1, Rows.of(dataset, 1).size());
    }
    byte[] few = joined(longs(1L << 40), new byte[100]);
    byte[] bomb =
        new FileForge(Fields.of("s", Fields.UTF8))
            .codec(CompressionType.ZSTD)
            .batch(1, nodes(1), none(), compressed(CompressionType.ZSTD, ints(0, 9)), few)
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "declared", bomb)) {
      Dataset dataset = memory.mapped();
      String message = assertThrows(MalformedDataException.class, dataset::rowCount).getMessage();
      assertTrue(message.contains("buffer 2: found 1099511627776 bytes, compressed to"), message);
    }
  }

  @Test
  void memoryIsAskedForTheColumnsThatAreRead() throws IOException {
    byte[] wide = compressed(CompressionType.LZ4_FRAME, new byte[80_000]);
    byte[] narrow = compressed(CompressionType.LZ4_FRAME, new byte[10_000]);
    byte[] file =
        new FileForge(Fields.of("a", Fields.INT64), Fields.of("b", Fields.INT8))
            .codec(CompressionType.LZ4_FRAME)
            .batch(10_000, nodes(10_000, 10_000), none(), wide, none(), narrow)
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "columns", file);
        var source = memory.source(true)) {
      var split = source.splits().getFirst();
      assertTrue(split.decodedBytes(Projection.columns(0)) >= 80_000);
      assertTrue(split.decodedBytes(Projection.columns(1)) < 11_000);
      assertEquals(
          split.decodedBytes(Projection.columns(0)) + split.decodedBytes(Projection.columns(1)),
          split.decodedBytes(Projection.columns(0, 1)));
      assertEquals(0, split.decodedBytes(Projection.columns()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lz4", "zstd"})
  void filesOfPyArrowAreReadWithAllTheirTypes(String codec) throws Exception {
    Path plain = root.resolve("plain.arrow");
    Path packed = root.resolve("packed.arrow");
    PyArrow.write(
        """
        import pyarrow as pa, pyarrow.compute, sys
        n = 5000
        ints = pa.array([None if i % 7 == 0 else i for i in range(n)], pa.int32())
        text = pa.array([None if i % 5 == 0 else "value " * (i % 9) for i in range(n)])
        lists = pa.array([None if i % 11 == 0 else list(range(i % 4)) for i in range(n)])
        table = pa.table({
            "i": ints, "s": text, "l": lists, "v": text.cast(pa.string_view()),
            "b": pa.array([i % 3 == 0 for i in range(n)]),
            "d": text.dictionary_encode(), "r": pa.compute.run_end_encode(ints),
            "st": pa.StructArray.from_arrays([ints, text], ["a", "b"]),
            "f": pa.array([0.5] * n, pa.float64())})
        for path, codec in ((sys.argv[1], None), (sys.argv[2], "CODEC")):
            options = pa.ipc.IpcWriteOptions(compression=codec)
            with pa.ipc.new_file(path, table.schema, options=options) as out:
                out.write_table(table, 700)
        """
            .replace("CODEC", codec),
        plain,
        packed);
    assertEquals(
        Rows.of(Dataset.open(plain.toString()), 1000),
        Rows.of(Dataset.open(packed.toString()), 999));
  }
}
