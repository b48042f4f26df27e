package io.zenith.bench;

import io.zenith.codec.Codec;
import io.zenith.codec.CorruptDataException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;

/// The compressed buffers of a file in native memory, by record batch: what a codec has to do
/// without all that is around it.
///
/// @param batches the buffers of each record batch
record CompressedBuffers(List<List<Compressed>> batches) {
  /// `ARROW1` and the length of the footer before it.
  private static final int TRAILER = 10;

  /// Continuation marker and length before the metadata of a message.
  private static final int MESSAGE_PREFIX = 8;

  /// Instead of the number of bytes: the buffer is not compressed, and nobody has work with it.
  private static final long STORED = -1;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// One buffer.
  ///
  /// @param data its compressed bytes
  /// @param bytes how many they give
  record Compressed(MemorySegment data, long bytes) {}

  static CompressedBuffers read(Path file, Arena arena) throws IOException {
    MemorySegment content;
    try (FileChannel channel = FileChannel.open(file)) {
      content = arena.allocate(channel.size(), 64);
      content.copyFrom(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    }
    int end = Math.toIntExact(content.byteSize()) - TRAILER;
    int length = bytes(content, end, Integer.BYTES).getInt(0);
    Footer footer = Footer.getRootAsFooter(bytes(content, end - length, length));
    List<List<Compressed>> batches = new ArrayList<>();
    for (int number = 0; number < footer.recordBatchesLength(); number++) {
      batches.add(batch(content, footer.recordBatches(number)));
    }
    return new CompressedBuffers(batches);
  }

  private static List<Compressed> batch(MemorySegment content, Block block) {
    Message message =
        Message.getRootAsMessage(
            bytes(
                content, block.offset() + MESSAGE_PREFIX, block.metaDataLength() - MESSAGE_PREFIX));
    RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
    long body = block.offset() + block.metaDataLength();
    List<Compressed> buffers = new ArrayList<>();
    for (int at = 0; at < batch.buffersLength(); at++) {
      Buffer buffer = batch.buffers(at);
      if (buffer.length() > 0) {
        MemorySegment stored = content.asSlice(body + buffer.offset(), buffer.length());
        long bytes = stored.get(LONG, 0);
        if (bytes != STORED) {
          buffers.add(new Compressed(stored.asSlice(Long.BYTES), bytes));
        }
      }
    }
    return buffers;
  }

  private static ByteBuffer bytes(MemorySegment content, long offset, int length) {
    return content.asSlice(offset, length).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// How many bytes all buffers give.
  long bytes() {
    return batches.stream().mapToLong(CompressedBuffers::bytes).sum();
  }

  /// How many bytes the largest record batch gives.
  long largestBatch() {
    return batches.stream().mapToLong(CompressedBuffers::bytes).max().orElse(0);
  }

  /// Of one record batch.
  private static long bytes(List<Compressed> batch) {
    return batch.stream().mapToLong(Compressed::bytes).sum();
  }

  /// Decompresses one record batch, its buffers one behind the other.
  ///
  /// @return how many bytes they give
  long decompress(int batch, Codec codec, MemorySegment target) {
    long at = 0;
    for (Compressed buffer : batches.get(batch)) {
      try {
        codec.decompress(buffer.data(), target.asSlice(at, buffer.bytes()));
      } catch (CorruptDataException e) {
        throw new BenchFailure("record batch " + batch + ": " + e.getMessage());
      }
      at += buffer.bytes();
    }
    return at;
  }
}
