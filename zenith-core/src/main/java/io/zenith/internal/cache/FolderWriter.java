package io.zenith.internal.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;

/// Writes the entries of a folder.
///
/// Where the disk fails, nothing is lost but what the entries would have saved: one warning says
/// so, and no more is written for a while.
final class FolderWriter implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.zenith.cache");

  /// How long nothing is written after a failure.
  private static final long PAUSE_NANOS = 10_000_000_000L;

  private final Path root;
  private final EntryFiles files;
  private final Mark mark;
  private final Space space;
  private final Publisher publisher = new Publisher();
  private final AtomicBoolean warned = new AtomicBoolean();
  private volatile long failed = System.nanoTime() - PAUSE_NANOS;

  private FolderWriter(Path root, EntryFiles files, Mark mark) throws IOException {
    this.root = root;
    this.files = files;
    this.mark = mark;
    this.space = new Space(root, files, mark);
  }

  /// Begins to write, after removing what a crash has left.
  static FolderWriter open(Path root, EntryFiles files) throws IOException {
    Mark mark = Mark.open(root);
    try {
      files.create();
      FolderWriter writer = new FolderWriter(root, files, mark);
      writer.space.recount();
      return writer;
    } catch (Throwable e) {
      try (mark) {
        throw e;
      }
    }
  }

  /// Whether nothing is written since that has failed a short time ago.
  boolean isPaused() {
    return System.nanoTime() - failed < PAUSE_NANOS;
  }

  /// Takes the right to write an entry, which [#write] or [#endFill] gives back.
  boolean tryFill(CacheKey key) {
    try {
      return !isPaused() && mark.locks().tryFill(key.number());
    } catch (IOException e) {
      failed(e);
      return false;
    }
  }

  void endFill(CacheKey key) {
    try {
      mark.locks().endFill(key.number());
    } catch (IOException e) {
      failed(e);
    }
  }

  /// Writes an entry, if there is room: it appears when it is on the disk, and only then the right
  /// to write it ends.
  ///
  /// @return whether it is on its way
  boolean write(CacheKey key, Content content, long capacity, LongPredicate wanted) {
    Path file = files.unfinished(key);
    long size = content.size(key);
    long bytes = files.onDisk(size);
    boolean started = false;
    EntryWriter writer = null;
    publisher.enter();
    try {
      writer =
          space.reserve(bytes, capacity, wanted, () -> EntryWriter.create(file, size)).orElse(null);
      if (writer != null) {
        EntryWriter written = writer;
        written.write(content, key);
        publisher.start(() -> publish(key, file, bytes, written));
        started = true;
      }
    } catch (IOException e) {
      failed(e);
    } finally {
      if (!started) {
        publisher.leave();
        if (writer != null) {
          discard(file, bytes, writer);
        }
      }
    }
    return started;
  }

  private void publish(CacheKey key, Path file, long bytes, EntryWriter writer) {
    boolean published = false;
    try {
      writer.force();
      writer.close();
      Path folder = files.folder(key);
      if (EntryFiles.createFolder(folder)) {
        force(files.entries());
      }
      Files.move(file, files.entry(key), StandardCopyOption.ATOMIC_MOVE);
      published = true;
      force(folder);
    } catch (IOException e) {
      failed(e);
    } finally {
      if (!published) {
        discard(file, bytes, writer);
      }
      endFill(key);
    }
  }

  /// Some systems cannot open a folder; there the name is as safe as the system makes it.
  private static void force(Path folder) throws IOException {
    FileChannel channel;
    try {
      channel = FileChannel.open(folder, StandardOpenOption.READ);
    } catch (IOException _) {
      return;
    }
    try (channel) {
      channel.force(true);
    }
  }

  private void discard(Path file, long bytes, EntryWriter writer) {
    try (writer) {
      space.remove(file, bytes);
    } catch (IOException e) {
      failed(e);
    }
  }

  /// Notes that an entry is used now.
  void used(Path entry) {
    try {
      Files.setLastModifiedTime(entry, FileTime.from(Instant.now()));
    } catch (NoSuchFileException _) {
      // removed meanwhile: who has it mapped keeps it
    } catch (IOException e) {
      failed(e);
    }
  }

  /// Removes an entry that is not what was written. What cannot be removed is met again.
  void remove(Path entry) {
    try {
      space.remove(entry, files.onDisk(Files.size(entry)));
    } catch (NoSuchFileException _) {
      // someone else has met it, too
    } catch (IOException e) {
      failed(e);
    }
  }

  private void failed(IOException e) {
    failed = System.nanoTime();
    if (!warned.getAndSet(true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the cache at " + root + " cannot be written, and reading goes on without: " + e);
    }
  }

  /// Waits for what is on its way to the disk.
  ///
  /// @return whether nothing is any more
  boolean await(long millis) {
    return publisher.await(millis);
  }

  /// Does something once nothing is on its way any more.
  void afterAll(Runnable last) {
    publisher.afterAll(last);
  }

  /// Ends all locks. Nothing must be on its way.
  @Override
  public void close() {
    publisher.close();
    try {
      mark.close();
    } catch (IOException e) {
      failed(e);
    }
  }
}
