package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files and record batches beyond what 32 bits can address, as sparse files that take no space.
@Timeout(60)
final class LargeFileTest {
  private static final long ROWS = 300_000_000;
  private static final Schema SCHEMA = new Schema(List.of(Fields.of("x", Fields.INT64)));

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void recordBatchesOverTwoGigabytesAreReadToTheirEnds(boolean stream) throws IOException {
    Path file = write(folder.resolve("large.arrow"), stream);
    assertTrue(Files.size(file) > 2 * (1L << 31));
    Dataset dataset = Dataset.open(file.toString());
    assertEquals(2 * ROWS, dataset.rowCount());
    long seen = 0;
    try (DataLoader loader = dataset.loader(50_000_000).build()) {
      for (Batch batch : loader) {
        // The first and the last value of each record batch are set, and nothing in between is
        // read.
        long first = batch.rowNumber(0);
        int last = batch.rows() - 1;
        assertEquals(first % ROWS == 0 ? first + 1 : 0, batch.longs("x").get(0));
        assertEquals(
            (first + last + 1) % ROWS == 0 ? -(first + last) : 0, batch.longs("x").get(last));
        seen += batch.rows();
      }
    }
    assertEquals(2 * ROWS, seen);
  }

  /// Two record batches of 2.4 GB each.
  private static Path write(Path file, boolean stream) throws IOException {
    long bodyLength = ROWS * Long.BYTES;
    Metadata.Batch batch =
        new Metadata.Batch(
            ROWS,
            LayoutsTest.nodes(ROWS),
            List.of(new Metadata.Span(0, 0), new Metadata.Span(0, bodyLength)));
    byte[] message = Metadata.MODERN.recordBatch(batch, bodyLength);
    List<MessageBlock> blocks = new ArrayList<>();
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      byte[] head =
          stream
              ? Metadata.MODERN.message(Metadata.MessageKind.SCHEMA, SCHEMA::getSchema, 0)
              : "ARROW1\0\0".getBytes(StandardCharsets.US_ASCII);
      long at = put(channel, 0, head);
      for (long firstRow = 0; firstRow < 2 * ROWS; firstRow += ROWS) {
        MessageBlock block = new MessageBlock(at, message.length, bodyLength);
        put(channel, at, message);
        put(channel, block.bodyOffset(), FileForge.longs(firstRow + 1));
        long end = block.bodyOffset() + bodyLength;
        put(channel, end - Long.BYTES, FileForge.longs(-(firstRow + ROWS - 1)));
        blocks.add(block);
        at = end;
      }
      if (stream) {
        put(channel, at, Metadata.MODERN.endMarker());
        return file;
      }
      byte[] footer = Metadata.MODERN.footer(SCHEMA::getSchema, List.of(), blocks);
      at = put(channel, at, footer);
      ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      at = put(channel, at, length.putInt(footer.length).array());
      put(channel, at, "ARROW1".getBytes(StandardCharsets.US_ASCII));
    }
    return file;
  }

  private static long put(FileChannel channel, long at, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer, at + buffer.position());
    }
    return at + bytes.length;
  }
}
