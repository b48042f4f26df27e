package io.zenith.internal.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What the processes that share a folder keep each other from, by locks on ranges of one file. The
/// system ends them with the process that has them, however that ends.
///
/// Locks are asked for, and never waited for in the system: a thread that is interrupted there
/// would close the channel, and end all locks of this process. For the same reason the file is
/// never opened a second time by a process.
final class FolderLocks implements AutoCloseable {
  /// Whoever counts bytes, or removes entries to make room, has it.
  private static final long ACCOUNT = 0;

  /// One byte for each second since 1970: the process that has used the folder since then shares
  /// it.
  private static final long USES = 1L << 40;

  /// From here on one byte for each entry that may be written.
  private static final long FILLS = 1L << 61;

  /// Removing entries, or counting very many, may take seconds.
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final FileChannel channel;
  private final Map<Long, FileLock> fills = new HashMap<>();
  private FileLock use;
  private final long since;

  /// @param channel to be read and written. It is closed with this
  /// @param since seconds since 1970, when this process has begun to use the folder
  FolderLocks(FileChannel channel, long since) throws IOException {
    this.channel = channel;
    this.since = since;
    this.use = use();
  }

  /// Nobody else writes this entry until [#endFill], if this is true.
  synchronized boolean tryFill(long number) throws IOException {
    long slot = slot(number);
    if (fills.containsKey(slot)) {
      return false;
    }
    FileLock lock = tryLock(slot, 1, false);
    if (lock != null) {
      fills.put(slot, lock);
    }
    return lock != null;
  }

  synchronized void endFill(long number) throws IOException {
    FileLock lock = fills.remove(slot(number));
    if (lock != null && lock.isValid()) {
      lock.release();
    }
  }

  private static long slot(long number) {
    return FILLS + (number >>> 4);
  }

  /// Something that no other process does meanwhile.
  ///
  /// @param <T> what comes of it
  @FunctionalInterface
  interface Work<T> {
    /// Does it.
    T run() throws IOException;
  }

  /// Does something while no other process, and no other thread of this one, counts or removes.
  synchronized <T> T counting(Work<T> work) throws IOException {
    FileLock lock = lock(ACCOUNT, false);
    try {
      return work.run();
    } finally {
      lock.release();
    }
  }

  /// Does something, if there is no process that uses the folder since that second or before. None
  /// that begins meanwhile is in the way.
  ///
  /// @param second since 1970; this process must have begun later
  /// @return whether it was done
  synchronized boolean ifUnusedSince(long second, Work<?> work) throws IOException {
    FileLock lock = second >= since ? null : tryLock(USES, second + 1, false);
    if (lock == null) {
      return false;
    }
    try {
      work.run();
    } finally {
      lock.release();
    }
    return true;
  }

  /// Does something, if no other process uses the folder. This one must read nothing of it
  /// meanwhile.
  ///
  /// @return whether it was done
  synchronized boolean ifAlone(Work<?> work) throws IOException {
    use.release();
    FileLock all = tryLock(USES, FILLS - USES, false);
    try {
      if (all != null) {
        work.run();
      }
    } finally {
      if (all != null) {
        all.release();
      }
      use = use();
    }
    return all != null;
  }

  private FileLock use() throws IOException {
    return lock(USES + since, true);
  }

  /// Waits for a lock that nobody has for long, but who is stopped.
  private FileLock lock(long at, boolean shared) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    FileLock lock = tryLock(at, 1, shared);
    while (lock == null) {
      if (System.nanoTime() > end) {
        throw new IOException("another process keeps a lock, and does not go on");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      lock = tryLock(at, 1, shared);
    }
    return lock;
  }

  private @Nullable FileLock tryLock(long from, long count, boolean shared) throws IOException {
    try {
      return channel.tryLock(from, count, shared);
    } catch (OverlappingFileLockException _) {
      return null; // of this process, by another class loader
    }
  }

  /// Ends all locks.
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
