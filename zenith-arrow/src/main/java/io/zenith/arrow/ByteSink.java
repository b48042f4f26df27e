package io.zenith.arrow;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/// Where bytes are written, one after the other, and how many there are so far.
///
/// What is small is gathered in a buffer; so is what lies in the mapping of a file, since native
/// code must not get such an address. Large native memory goes to the channel as it is.
final class ByteSink implements AutoCloseable {
  /// Stays in the second cache of usual processors between the copy and the write; smaller ones are
  /// not faster.
  private static final int BUFFER_BYTES = 1 << 20;

  /// A write of its own costs about as much as copying so many bytes.
  private static final int SMALL_BYTES = 32 << 10;

  /// A byte buffer cannot be larger than an `int`.
  private static final long PIECE_BYTES = 1 << 30;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment buffer = arena.allocate(BUFFER_BYTES, 4096);
  private final WritableByteChannel channel;
  private final String target;
  private int used;
  private long position;

  /// @param target what to call it in errors
  ByteSink(WritableByteChannel channel, String target) {
    this.channel = channel;
    this.target = target;
  }

  /// How many bytes were put.
  long position() {
    return position;
  }

  void put(byte[] bytes) throws IOException {
    int at = 0;
    while (at < bytes.length) {
      int count = Math.min(bytes.length - at, room());
      MemorySegment.copy(bytes, at, buffer, ValueLayout.JAVA_BYTE, used, count);
      used += count;
      at += count;
    }
    position += bytes.length;
  }

  void put(MemorySegment bytes) throws IOException {
    if (bytes.byteSize() > SMALL_BYTES && !bytes.isMapped()) {
      flush();
      write(bytes);
    } else {
      gather(bytes);
    }
    position += bytes.byteSize();
  }

  private void gather(MemorySegment bytes) throws IOException {
    long at = 0;
    while (at < bytes.byteSize()) {
      long count = Math.min(bytes.byteSize() - at, room());
      MemorySegment.copy(bytes, at, buffer, used, count);
      used += (int) count;
      at += count;
    }
  }

  /// Appends zeros up to the next multiple.
  void align(int multiple) throws IOException {
    zeros((int) (Math.ceilDiv(position, multiple) * multiple - position));
  }

  void zeros(int count) throws IOException {
    put(new byte[count]);
  }

  /// How many bytes the buffer can take, at least one.
  private int room() throws IOException {
    if (used == BUFFER_BYTES) {
      flush();
    }
    return BUFFER_BYTES - used;
  }

  /// Hands everything over to the channel.
  void flush() throws IOException {
    int count = used;
    used = 0;
    write(buffer.asSlice(0, count));
  }

  private void write(MemorySegment bytes) throws IOException {
    for (long at = 0; at < bytes.byteSize(); at += PIECE_BYTES) {
      ByteBuffer piece =
          bytes.asSlice(at, Math.min(PIECE_BYTES, bytes.byteSize() - at)).asByteBuffer();
      try {
        while (piece.hasRemaining()) {
          channel.write(piece);
        }
      } catch (IOException e) {
        throw new IOException("writing " + target + ": " + e, e);
      }
    }
  }

  /// Gives the buffer back, and drops what was not flushed. The channel stays open.
  @Override
  public void close() {
    arena.close();
  }
}
