package io.zenith.internal.pipeline;

import io.zenith.spi.RowRange;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Neighbouring files that are opened when they are needed, and closed together.
///
/// @param <T> a record batch, as bound for the consumer
final class FileGroup<T> {
  /// How many files are in a group, but the last.
  static final int FILES = 64;

  private final Arena arena = Arena.ofShared();
  private final SourceMemory memory;
  private final List<FileSlot<T>> slots;

  /// What was found in the store, and is mapped.
  private final IdentityHashMap<FileSplit, List<T>> found = new IdentityHashMap<>();

  /// Guarded by the sources, as are the holds: who reads the files, and who keeps them mapped.
  int users;

  int holds;

  /// @param files all files of the loader
  FileGroup(SourceFiles<T> files, KeptViews keptViews) {
    memory = new SourceMemory(arena, files.account());
    slots =
        Stream.generate(() -> new FileSlot<>(files, keptViews))
            .limit(Math.min(FILES, files.files().size()))
            .toList();
    assert Ledger.opened(this, "mapped files of " + files.files().getFirst());
  }

  private OpenFile<T> open(int file) throws IOException {
    return slot(file).open(file, arena, memory);
  }

  private FileSlot<T> slot(int file) {
    return slots.get(file % FILES);
  }

  ReadStep<T> begin(FileSplit split, Block block) throws IOException {
    return open(split.file()).begin(split, block);
  }

  SplitRead<T> read(FileSplit split, RowRange rows, SegmentAllocator target) throws IOException {
    return open(split.file()).read(split, List.of(rows), target);
  }

  /// Fails if a file was changed since it was opened.
  void verify(int file) throws IOException {
    open(file);
  }

  List<T> views(FileSplit split, boolean again) throws IOException {
    return slot(split.file()).views(split, again, arena, memory);
  }

  /// What was found of a split before.
  synchronized Optional<List<T>> known(FileSplit split) {
    return Optional.ofNullable(found.get(split));
  }

  /// What is found of a split.
  Optional<List<T>> find(FileSplit split, SplitStore<T> store) {
    Optional<List<T>> batches = known(split).or(() -> store.find(split, arena));
    synchronized (this) {
      batches.ifPresent(mapped -> found.putIfAbsent(split, mapped));
    }
    return batches;
  }

  synchronized void close() {
    found.clear();
    List<Runnable> steps = new ArrayList<>();
    slots.forEach(slot -> steps.add(slot::close));
    if (arena.scope().isAlive()) {
      steps.add(arena::close);
    }
    steps.add(memory::giveBack);
    Closing.all(steps);
    assert Ledger.closed(this);
  }
}
