package io.zenith.internal.pipeline;

import io.zenith.internal.ByteSize;
import io.zenith.spi.RowRange;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One file of a group, open or not. Its lock is held while it is opened, so that others open
/// theirs meanwhile.
///
/// @param <T> a record batch, as bound for the consumer
final class FileSlot<T> {
  private final SourceFiles<T> files;
  private final KeptViews keptViews;
  private final Map<FileSplit, List<T>> views = new HashMap<>();
  private @Nullable OpenFile<T> opened;
  private boolean closed;

  FileSlot(SourceFiles<T> files, KeptViews keptViews) {
    this.files = files;
    this.keptViews = keptViews;
  }

  /// The open file, which is as it was when it was opened.
  ///
  /// @param place among all files
  synchronized OpenFile<T> open(int place, Arena arena, SourceMemory memory) throws IOException {
    if (closed) {
      throw new IllegalStateException("the loader is closed");
    }
    OpenFile<T> known = opened;
    if (known == null) {
      known = files.open(place, arena, memory);
      opened = known;
    } else {
      known.file().verifyUnchanged();
    }
    return known;
  }

  /// The record batches of a split that is a view of the file.
  ///
  /// @param again whether to keep them, as far as there is room
  synchronized List<T> views(FileSplit split, boolean again, Arena arena, SourceMemory memory)
      throws IOException {
    OpenFile<T> file = open(split.file(), arena, memory);
    List<T> known = views.get(split);
    if (known != null) {
      return known;
    }
    RowRange all = new RowRange(0, split.split().rows());
    List<T> made = file.read(split, List.of(all), noMemory(split)).decode(() -> true);
    if (again && keptViews.add(split)) {
      views.put(split, made);
    }
    return made;
  }

  private static SegmentAllocator noMemory(FileSplit split) {
    return (bytes, _) -> {
      if (bytes > 0) {
        throw new IllegalStateException(
            split.split() + " promised to take no memory, and takes " + ByteSize.text(bytes));
      }
      return MemorySegment.NULL;
    };
  }

  synchronized void close() {
    closed = true;
    views.keySet().forEach(keptViews::remove);
    views.clear();
    OpenFile<T> last = opened;
    opened = null;
    if (last != null) {
      last.source().close();
    }
  }
}
