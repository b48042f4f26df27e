package io.zenith.internal.cache;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/// How many bytes the entries of a folder take, and what makes room for more.
///
/// The count lies in memory that all processes share. It is made anew from the files when a process
/// begins to use the folder, since one that was killed may have counted what it has not written.
final class Space {
  /// This part of a disk is left to others, but no more than [#MOST_FREE].
  private static final int FREE_PART = 20;

  private static final long MOST_FREE = 10L << 30;

  private final EntryFiles files;
  private final Mark mark;
  private final FolderLocks locks;
  private final FileStore disk;

  Space(Path root, EntryFiles files, Mark mark) throws IOException {
    this.files = files;
    this.mark = mark;
    this.locks = mark.locks();
    this.disk = Files.getFileStore(root);
  }

  private void add(long bytes) {
    mark.setCount(Math.max(0, mark.count() + bytes));
  }

  /// Counts all files, and removes what nobody writes any more.
  void recount() throws IOException {
    locks.counting(() -> {
      long bytes = 0;
      for (EntryFiles.Found entry : files.allEntries()) {
        bytes += entry.bytes();
      }
      for (EntryFiles.Found part : files.allUnfinished()) {
        if (locks.tryFill(part.number())) {
          try {
            Files.deleteIfExists(part.path());
          } finally {
            locks.endFill(part.number());
          }
        } else {
          bytes += part.bytes();
        }
      }
      mark.setCount(bytes);
      return bytes;
    });
  }

  /// Counts bytes, and begins to write them, if there is room for them, or can be made. Room is
  /// made of entries that were not used for longest, and not since any process that is there has
  /// begun: whose data they are has not been read since.
  ///
  /// @param bytes as they are on the disk
  /// @param capacity the most that there may be
  /// @param wanted of which entries none is removed, by the numbers of their keys
  /// @param begin makes a file of that size, which others count from then on
  /// @param <T> what it is written by
  /// @return nothing if there is no room
  <T> Optional<T> reserve(
      long bytes, long capacity, LongPredicate wanted, FolderLocks.Work<T> begin)
      throws IOException {
    return locks.counting(() -> {
      long missing = missing(bytes, capacity);
      if (missing > 0 && bytes <= capacity) {
        remove(missing, wanted);
        missing = missing(bytes, capacity);
      }
      if (missing > 0) {
        return Optional.empty();
      }
      T begun = begin.run();
      add(bytes);
      return Optional.of(begun);
    });
  }

  private long missing(long bytes, long capacity) throws IOException {
    long free = Math.min(disk.getTotalSpace() / FREE_PART, MOST_FREE);
    return Math.max(mark.count() + bytes - capacity, free + bytes - disk.getUsableSpace());
  }

  private void remove(long bytes, LongPredicate wanted) throws IOException {
    List<EntryFiles.Found> oldest =
        files.allEntries().stream()
            .filter(entry -> !wanted.test(entry.number()))
            .sorted(Comparator.comparingLong(EntryFiles.Found::used))
            .toList();
    long left = bytes;
    for (EntryFiles.Found entry : oldest) {
      if (left <= 0 || !locks.ifUnusedSince(entry.used(), () -> removed(entry))) {
        return;
      }
      left -= entry.bytes();
    }
  }

  private boolean removed(EntryFiles.Found entry) throws IOException {
    boolean wasThere = Files.deleteIfExists(entry.path());
    if (wasThere) {
      add(-entry.bytes());
    }
    return wasThere;
  }

  /// Removes an entry, or what was written of one.
  void remove(Path file, long bytes) throws IOException {
    locks.counting(() -> {
      boolean wasThere = Files.deleteIfExists(file);
      if (wasThere) {
        add(-bytes);
      }
      return wasThere;
    });
  }
}
