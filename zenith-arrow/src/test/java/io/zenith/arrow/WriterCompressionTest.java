package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.codec.Codec;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// How compressed bodies lie in a file, byte by byte, and that large ones are what they were.
final class WriterCompressionTest {
  private static final DataType LONG = new DataType.Int(64, true);
  private static final DataType WORDS =
      new DataType.Dictionary(new DataType.Int(32, true), new DataType.Utf8(), false);

  @TempDir private Path folder;

  /// A column that gets smaller, one that does not, and one with a dictionary that gets smaller.
  private static RecordBatch batch(int rows, SplittableRandom random) {
    List<Long> noise = random.longs(rows).boxed().toList();
    List<ArrayData> columns =
        List.of(
            ArrayBuilder.plain(LONG, Collections.nCopies(rows, 7L)),
            ArrayBuilder.plain(LONG, noise),
            ArrayBuilder.plain(WORDS, Collections.nCopies(rows, "x".repeat(500))));
    return new RecordBatch(0, rows, columns);
  }

  private Path write(Compression codec, RecordBatch... batches) throws IOException {
    Schema schema =
        new Schema(
            List.of(Field.of("same", LONG), Field.of("noise", LONG), Field.of("words", WORDS)),
            Map.of());
    Path file = folder.resolve(codec + ".arrow");
    try (MemFolder source = MemFolder.of(MemFile.mapped("t.mem", schema).split(batches));
        DataLoader loader = source.open().loader((int) batches[0].rows()).build();
        ArrowWriter writer = ArrowWriter.file(file).codec(codec).replaceExisting().open(schema)) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
    return file;
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Message message(byte[] file, Block block) {
    return Message.getRootAsMessage(little(file).position((int) block.offset() + 8));
  }

  private static org.apache.arrow.flatbuf.RecordBatch rows(Message message) {
    return (org.apache.arrow.flatbuf.RecordBatch)
        message.header(new org.apache.arrow.flatbuf.RecordBatch());
  }

  /// What a buffer stands for, by Arrow's rules; null where it is stored as it is.
  private static byte[] decompressed(Codec codec, ByteBuffer stored) throws Exception {
    long length = stored.getLong(0);
    if (length == -1) {
      return null;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(stored.remaining() - 8);
      source.copyFrom(MemorySegment.ofBuffer(stored).asSlice(8));
      MemorySegment target = arena.allocate(length);
      codec.decompress(source, target);
      return target.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LZ4", "ZSTD"})
  void eachBufferIsCompressedByItselfUnlessItGetsNoSmaller(Compression compression)
      throws Exception {
    int rows = 1000;
    byte[] file = Files.readAllBytes(write(compression, batch(rows, new SplittableRandom(1))));
    Codec codec = compression.codec().orElseThrow();
    int footerLength = little(file).getInt(file.length - 10);
    Footer footer = Footer.getRootAsFooter(little(file).position(file.length - 10 - footerLength));

    Block block = footer.recordBatches(0);
    var batch = rows(message(file, block));
    assertCompression(compression, batch);
    long body = block.offset() + block.metaDataLength();
    byte[][] found = new byte[batch.buffersLength()][];
    for (int i = 0; i < found.length; i++) {
      assertEquals(0, (body + batch.buffers(i).offset()) % 64);
      int length = (int) batch.buffers(i).length();
      boolean bitmap = i % 2 == 0;
      assertEquals(bitmap, length == 0, "empty buffers stay empty, without a length");
      if (!bitmap) {
        found[i] =
            decompressed(
                codec,
                little(file)
                    .slice((int) (body + batch.buffers(i).offset()), length)
                    .order(ByteOrder.LITTLE_ENDIAN));
      }
    }
    byte[] sevens = new byte[8 * rows];
    for (int row = 0; row < rows; row++) {
      sevens[8 * row] = 7;
    }
    assertArrayEquals(sevens, found[1]);
    assertTrue(batch.buffers(1).length() < 1000, "8000 bytes");
    assertNull(found[3], "noise");
    assertEquals(8 + 8 * rows, batch.buffers(3).length());
    assertArrayEquals(new byte[4 * rows], found[5]);

    Block words = footer.dictionaries(0);
    var header = (DictionaryBatch) message(file, words).header(new DictionaryBatch());
    assertCompression(compression, header.data());
    assertTrue(header.data().buffers(2).length() < 200, "500 bytes of text");
  }

  private static void assertCompression(
      Compression compression, org.apache.arrow.flatbuf.RecordBatch batch) {
    assertNotNull(batch.compression());
    assertEquals(
        compression == Compression.LZ4 ? CompressionType.LZ4_FRAME : CompressionType.ZSTD,
        batch.compression().codec());
    assertEquals(BodyCompressionMethod.BUFFER, batch.compression().method());
  }

  /// Large enough that several threads compress, and that memory is reused.
  @ParameterizedTest
  @EnumSource
  void largeBatchesAreReadBackEqual(Compression compression) throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    RecordBatch[] batches = {batch(50_000, random), batch(20_000, random), batch(10, random)};
    List<List<Object>> expected =
        Rows.of(Dataset.open(write(Compression.NONE, batches).toString()), 4096);
    long plain = Files.size(folder.resolve("none.arrow"));
    Path file = write(compression, batches);
    assertEquals(expected, Rows.of(Dataset.open(file.toString()), 4096));
    assertEquals(compression != Compression.NONE, Files.size(file) < 0.6 * plain);
  }

  @Test
  void whatIsCompressedIsCompressedAgain() throws IOException {
    Path once = write(Compression.ZSTD, batch(100_000, new SplittableRandom(3)));
    Path twice = folder.resolve("twice.arrows");
    try (DataLoader loader = Dataset.open(once.toString()).loader(30_000).build();
        ArrowWriter writer =
            ArrowWriter.stream(twice).codec(Compression.LZ4).open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
    assertEquals(
        Rows.of(Dataset.open(once.toString()), 1000), Rows.of(Dataset.open(twice.toString()), 999));
  }
}
