package io.zenith.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;

/// The floats of a [LargeFile] as one mapping and the places of the value buffers in it: as much as
/// any reader could do without.
final class RawFloats {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// `ARROW1` and the length of the footer before it.
  private static final int TRAILER = 10;

  /// Continuation marker and length before the metadata of a message.
  private static final int MESSAGE_PREFIX = 8;

  private record Range(long offset, long bytes) {}

  private final MemorySegment mapping;
  private final List<Range> ranges = new ArrayList<>();

  private RawFloats(MemorySegment mapping) {
    this.mapping = mapping;
  }

  static RawFloats map(Path file, Arena arena) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      MemorySegment mapping = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      RawFloats floats = new RawFloats(mapping);
      floats.readFooter();
      return floats;
    }
  }

  /// The sum of all values, by the same loop as [Sums].
  double sum() {
    double sum = 0;
    for (Range range : ranges) {
      sum += sum(mapping, range.offset(), range.offset() + range.bytes());
    }
    return sum;
  }

  private static float sum(MemorySegment memory, long from, long to) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    long at = from;
    for (; at <= to - 16; at += 16) {
      a += memory.get(FLOAT, at);
      b += memory.get(FLOAT, at + 4);
      c += memory.get(FLOAT, at + 8);
      d += memory.get(FLOAT, at + 12);
    }
    float sum = (a + b) + (c + d);
    for (; at < to; at += 4) {
      sum += memory.get(FLOAT, at);
    }
    return sum;
  }

  private void readFooter() {
    long end = mapping.byteSize() - TRAILER;
    int length = mapping.get(INT, end);
    Footer footer = Footer.getRootAsFooter(bytes(end - length, length));
    for (int number = 0; number < footer.recordBatchesLength(); number++) {
      Block block = footer.recordBatches(number);
      Message message =
          Message.getRootAsMessage(
              bytes(block.offset() + MESSAGE_PREFIX, block.metaDataLength() - MESSAGE_PREFIX));
      RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
      // Each column has a validity buffer, then its values.
      for (int buffer = 1; buffer < batch.buffersLength(); buffer += 2) {
        Buffer values = batch.buffers(buffer);
        long body = block.offset() + block.metaDataLength();
        ranges.add(new Range(body + values.offset(), values.length()));
      }
    }
  }

  private ByteBuffer bytes(long offset, int length) {
    return mapping.asSlice(offset, length).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }
}
