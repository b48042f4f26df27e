package io.zenith.internal.cache;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;

/// Reads files of entries, each byte of which is checked before any of it is given away.
public final class EntryReader {
  private EntryReader() {}

  /// Checks an entry, and maps it.
  ///
  /// @param arena where it is mapped
  /// @throws java.nio.file.NoSuchFileException if there is none
  /// @throws BadEntryException if it is not what was written, or of another key
  static StoredEntry read(Path file, CacheKey key, Arena arena) throws IOException {
    try (FileChannel channel = open(file)) {
      EntryFormat format = head(channel);
      byte[] tail = checkedTail(channel, format);
      int structure = Math.toIntExact(format.structureBytes());
      if (!Arrays.equals(tail, structure, tail.length, key.text(), 0, key.text().length)) {
        throw new BadEntryException("an entry of another key");
      }
      return new StoredEntry(
          channel
              .map(MapMode.READ_ONLY, 0, format.structureFrom(), arena)
              .asSlice(EntryFormat.HEAD),
          Arrays.copyOf(tail, structure));
    }
  }

  /// Checks an entry whose key nobody knows.
  ///
  /// @throws BadEntryException if it is not what was written, or has a name of another key
  public static void check(Path file) throws IOException {
    try (FileChannel channel = open(file)) {
      EntryFormat format = head(channel);
      byte[] tail = checkedTail(channel, format);
      int structure = Math.toIntExact(format.structureBytes());
      String key = new String(tail, structure, tail.length - structure, StandardCharsets.UTF_8);
      if (!file.endsWith(new CacheKey(key).name())) {
        throw new BadEntryException("an entry of another name");
      }
    }
  }

  /// No link is followed: nobody but a stranger would have put one there.
  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  private static EntryFormat head(FileChannel channel) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(EntryFormat.HEAD);
    long size = channel.size();
    if (size < EntryFormat.HEAD) {
      throw new BadEntryException(size + " bytes, expected at least " + EntryFormat.HEAD);
    }
    fill(channel, head, 0);
    return EntryFormat.of(head.array(), size);
  }

  /// Structure and key, of an entry all of whose bytes have the checksum that they should have.
  private static byte[] checkedTail(FileChannel channel, EntryFormat format) throws IOException {
    byte[] tail = new byte[Math.toIntExact(format.size() - format.structureFrom())];
    try (CopyBuffer buffer = new CopyBuffer(format.size())) {
      long at = EntryFormat.HEAD;
      while (at < format.size()) {
        ByteBuffer bytes = buffer.toFill(format.size() - at);
        fill(channel, bytes, at);
        ByteBuffer read = buffer.added(bytes.position());
        long end = at + read.remaining();
        if (end > format.structureFrom()) {
          int skipped = (int) Math.max(0, format.structureFrom() - at);
          int place = (int) (at + skipped - format.structureFrom());
          read.get(skipped, tail, place, read.remaining() - skipped);
        }
        at = end;
      }
      if (buffer.crc() != format.crc()) {
        throw new BadEntryException("bytes with another checksum than was written");
      }
    }
    return tail;
  }

  private static void fill(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        throw new BadEntryException("an end at " + (at + bytes.position()));
      }
    }
  }
}
