package io.zenith.internal.cache;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// Writes an entry into a file of its own: what is kept, the structure of that, the key, and last
/// the head.
final class EntryWriter implements AutoCloseable {
  private static final byte[] ZEROS = new byte[EntryFormat.ALIGNMENT];

  private final FileChannel channel;
  private long position = EntryFormat.HEAD;

  private EntryWriter(FileChannel channel) {
    this.channel = channel;
  }

  /// Begins a file that is not there yet, of the size that it will have: others count that.
  static EntryWriter create(Path file, long size) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            Permissions.ofFile(file));
    try {
      channel.write(ByteBuffer.allocate(1), size - 1);
      return new EntryWriter(channel);
    } catch (Throwable e) {
      try (channel) {
        throw e;
      }
    }
  }

  /// Writes all of an entry.
  ///
  /// @throws InternalError if a part is of a mapping whose file was cut
  void write(Content content, CacheKey key) throws IOException {
    try (CopyBuffer buffer = new CopyBuffer(content.size(key))) {
      for (MemorySegment part : content.parts()) {
        add(part, buffer);
        add(ZEROS, (int) (Content.aligned(part.byteSize()) - part.byteSize()), buffer);
      }
      long structure = position;
      int length = content.structure().length;
      add(content.structure(), length, buffer);
      add(key.text(), key.text().length, buffer);
      EntryFormat format = new EntryFormat(key.text().length, length, structure, buffer.crc());
      put(ByteBuffer.wrap(format.head()), 0);
    }
  }

  private void add(MemorySegment part, CopyBuffer buffer) throws IOException {
    for (long at = 0; at < part.byteSize(); at += CopyBuffer.SIZE) {
      int count = (int) Math.min(CopyBuffer.SIZE, part.byteSize() - at);
      put(buffer.take(part, at, count), position);
      position += count;
    }
  }

  private void add(byte[] part, int length, CopyBuffer buffer) throws IOException {
    put(buffer.take(part, length), position);
    position += length;
  }

  private void put(ByteBuffer bytes, long at) throws IOException {
    long to = at;
    while (bytes.hasRemaining()) {
      to += channel.write(bytes, to);
    }
  }

  /// Brings what was written to the disk.
  void force() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
