package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.FilePart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;

/// The bytes of a channel, in order: what is passed over is gone.
final class ChannelBytes implements ByteSource, AutoCloseable {
  /// Bytes that are taken on the word of a header that they will come: whoever wants more memory
  /// has to send a part of them first.
  private static final int ON_TRUST = 1 << 20;

  /// Native memory may be taken for so many times the bytes that have come.
  private static final long MOST_TIMES = 4;

  /// A buffer counts in `int`.
  private static final long MOST_AT_ONCE = 1 << 30;

  private static final int SKIPPED_AT_ONCE = 1 << 16;

  private final String name;
  private final ReadableByteChannel channel;
  private long position;

  /// @param name what to call the channel in errors
  /// @param channel one that blocks
  ChannelBytes(String name, ReadableByteChannel channel) {
    this.name = name;
    this.channel = channel;
  }

  /// How many bytes are read or passed over.
  long position() {
    return position;
  }

  /// Fills the buffer from its position to its limit, if there are as many bytes.
  ///
  /// @return how many bytes were read; fewer at the end of the channel
  int readUpTo(ByteBuffer target) throws IOException {
    int from = target.position();
    while (target.hasRemaining() && channel.read(target) >= 0) {}
    int count = target.position() - from;
    position += count;
    return count;
  }

  private void readFully(ByteBuffer target, long after) throws IOException {
    int wanted = target.remaining();
    int count = readUpTo(target);
    if (count < wanted) {
      throw new Place(name, "byte " + position)
          .malformed("the end", (wanted - count + after) + " bytes more at least");
    }
  }

  @Override
  public void read(List<FilePart> parts) throws IOException {
    for (FilePart part : parts) {
      skipTo(part.offset());
      read(part.target());
    }
  }

  private void read(MemorySegment target) throws IOException {
    long size = target.byteSize();
    for (long at = 0; at < size; at += MOST_AT_ONCE) {
      long count = Math.min(size - at, MOST_AT_ONCE);
      readFully(target.asSlice(at, count).asByteBuffer(), size - at - count);
    }
  }

  /// Passes over all bytes before `offset`.
  void skipTo(long offset) throws IOException {
    if (offset < position) {
      throw new IllegalStateException("byte " + offset + " after byte " + position);
    }
    ByteBuffer skipped = ByteBuffer.allocate((int) Math.min(offset - position, SKIPPED_AT_ONCE));
    while (position < offset) {
      long left = offset - position;
      skipped.clear().limit((int) Math.min(left, skipped.capacity()));
      readFully(skipped, left - skipped.limit());
    }
  }

  /// The next bytes, on the heap.
  byte[] read(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.min(length, ON_TRUST));
    readFully(bytes, length - bytes.limit());
    while (bytes.capacity() < length) {
      int capacity = (int) Math.min(length, 2L * bytes.capacity());
      bytes = ByteBuffer.allocate(capacity).put(bytes.flip());
      readFully(bytes, length - capacity);
    }
    return bytes.array();
  }

  /// The next bytes, in native memory that the garbage collector frees. A part of them is read
  /// before memory is taken for all, which is little beside them.
  MemorySegment readNative(long length) throws IOException {
    return readNative(length, Arena.ofAuto());
  }

  private MemorySegment readNative(long length, Arena memory) throws IOException {
    if (length <= ON_TRUST) {
      MemorySegment all = memory.allocate(length, 64);
      read(all);
      return all;
    }
    try (Arena forPart = Arena.ofConfined()) {
      MemorySegment part = readNative(length / MOST_TIMES, forPart);
      MemorySegment all = memory.allocate(length, 64).copyFrom(part);
      read(all.asSlice(part.byteSize()));
      return all;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": " + e.getMessage(), e);
    }
  }

  /// The name.
  @Override
  public String toString() {
    return name;
  }
}
