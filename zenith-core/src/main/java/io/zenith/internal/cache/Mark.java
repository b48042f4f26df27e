package io.zenith.internal.cache;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/// The file that says that a folder is a cache. The processes that share it have their locks on it,
/// and a count in it.
///
/// It is open once in a process, since closing it ends all locks that the process has on it. Once
/// it is open, its channel neither reads nor writes, which an interrupt would close.
final class Mark implements AutoCloseable {
  private static final String NAME = "zenith-cache";

  /// The last byte is always 0: no cache has so many bytes.
  private static final ValueLayout.OfLong COUNT =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Arena arena = Arena.ofShared();
  private final MemorySegment count;
  private final FolderLocks locks;

  private Mark(FileChannel channel) throws IOException {
    try {
      // The first write through a mapping would be a fault where the disk is full. Whoever else
      // counts meanwhile loses nothing by this byte.
      channel.write(ByteBuffer.allocate(1), Long.BYTES - 1);
      this.count = channel.map(MapMode.READ_WRITE, 0, Long.BYTES, arena);
      this.locks = new FolderLocks(channel, System.currentTimeMillis() / 1000);
    } catch (Throwable e) {
      try (channel;
          arena) {
        throw e;
      }
    }
  }

  /// Opens the one of a folder, which is made if it is not there.
  static Mark open(Path root) throws IOException {
    return new Mark(
        FileChannel.open(
            root.resolve(NAME),
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS),
            Permissions.ofFile(root)));
  }

  /// Whether a folder has one.
  ///
  /// @throws IOException if nobody can tell
  static boolean isIn(Path root) throws IOException {
    try {
      Files.readAttributes(
          root.resolve(NAME), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  FolderLocks locks() {
    return locks;
  }

  /// The count, which whoever reads or sets it guards by [FolderLocks#counting].
  long count() {
    return count.get(COUNT, 0);
  }

  void setCount(long value) {
    count.set(COUNT, 0, value);
  }

  @Override
  public void close() throws IOException {
    try (arena) {
      locks.close();
    }
  }
}
