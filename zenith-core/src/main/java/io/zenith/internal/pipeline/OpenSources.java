package io.zenith.internal.pipeline;

import io.zenith.spi.Hold;
import io.zenith.spi.RowRange;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The sources of a loader's files: opened when first needed, kept, and closed in groups.
///
/// Neighbouring files share an arena, since closing a shared arena stops every thread for a moment
/// (23 to 85 us idle, milliseconds under load). At most [#GROUPS] groups stay open: a process may
/// hold 65,530 mappings by default on Linux.
///
/// @param <T> a record batch, as bound for the consumer
public final class OpenSources<T> implements AutoCloseable {
  private static final int GROUPS = 64;

  private final SourceFiles<T> files;
  private final @Nullable Remake<T> remake;
  private final @Nullable SplitCache<T> cache;
  private final @Nullable SplitStore<T> store;
  private final Tasks tasks;
  private final Map<Integer, FileGroup<T>> groups = new LinkedHashMap<>(16, 0.75f, true);

  /// Groups that are no longer used and not closed yet: on their way to it, held, or failed.
  private final Set<FileGroup<T>> retired = new HashSet<>();

  private final KeptViews keptViews = new KeptViews();
  private int users;
  private boolean closed;

  /// Sources of the given files; none is opened yet.
  ///
  /// @param keeping what becomes of splits that were read
  public OpenSources(SourceFiles<T> files, Keeping<T> keeping, Tasks tasks) {
    this.files = files;
    this.remake = keeping.remake();
    this.cache = keeping.cache();
    this.store = keeping.store();
    this.tasks = tasks;
  }

  /// The record batches of a split that is a view of its mapping. Its file stays open at least
  /// until it is released.
  ///
  /// @param again whether they will be asked for again: then they are kept, as far as the heap
  ///   should hold them
  List<T> views(FileSplit split, boolean again) throws IOException {
    FileGroup<T> group = use(split.file());
    try {
      return group.views(split, again);
    } catch (Throwable e) {
      release(split.file());
      throw e;
    }
  }

  /// Whether the record batches of a split are kept in a cache, or were found in the store.
  boolean isKept(FileSplit split) {
    return (cache != null && cache.get(split) != null) || isKnown(split);
  }

  private synchronized boolean isKnown(FileSplit split) {
    FileGroup<T> group = store == null ? null : groups.get(split.file() / FileGroup.FILES);
    return group != null && group.known(split).isPresent();
  }

  /// The record batches of a split, if they are kept in a cache. Some of their columns may be views
  /// of the file, so that this fails as a read would if it has changed; a far one is never mapped.
  @Nullable List<T> kept(FileSplit split) throws IOException {
    List<T> kept = cache == null ? null : cache.get(split);
    if (kept != null && !files.areRemote()) {
      verify(split.file());
    }
    return kept;
  }

  /// What has splits that were read before.
  @Nullable SplitStore<T> store() {
    return store;
  }

  /// The record batches of a split from the store, if it was found there before. The file counts as
  /// used until it is released.
  Optional<List<T>> known(FileSplit split) throws IOException {
    return store == null ? Optional.empty() : stored(split, group -> group.known(split));
  }

  /// The record batches of a split from the store, if it is there. The file counts as used until it
  /// is released.
  Optional<List<T>> find(FileSplit split) throws IOException {
    SplitStore<T> asked = store;
    return asked == null ? Optional.empty() : stored(split, group -> group.find(split, asked));
  }

  private Optional<List<T>> stored(FileSplit split, Function<FileGroup<T>, Optional<List<T>>> from)
      throws IOException {
    FileGroup<T> group = use(split.file());
    Optional<List<T>> found = Optional.empty();
    try {
      found = from.apply(group);
      if (found.isPresent() && !files.areRemote()) {
        group.verify(split.file());
      }
      return found;
    } catch (Throwable e) {
      found = Optional.empty();
      throw e;
    } finally {
      if (found.isEmpty()) {
        release(split.file());
      }
    }
  }

  private void verify(int file) throws IOException {
    FileGroup<T> group = use(file);
    try {
      group.verify(file);
    } finally {
      release(file);
    }
  }

  /// Keeps a split that was read, if there is a cache with room for it. Then its block and its file
  /// must not be released.
  boolean keep(FileSplit split, List<T> batches, Block block) {
    return cache != null && cache.keep(split, batches, block);
  }

  /// Whether others are made of the record batches of splits.
  boolean areRemade() {
    return remake != null;
  }

  /// What becomes of the record batches of a split that was read.
  List<T> made(FileSplit split, List<T> batches, SegmentAllocator memory) {
    return remake == null ? batches : remake.of(split, batches, memory);
  }

  /// Whether reading is mostly waiting.
  boolean areRemote() {
    return files.areRemote();
  }

  /// Starts to read what is wanted of a split into memory. Its file stays open at least until it is
  /// released.
  ReadStep<T> begin(FileSplit split, Block memory) throws IOException {
    FileGroup<T> group = use(split.file());
    try {
      return group.begin(split, memory);
    } catch (Throwable e) {
      release(split.file());
      throw e;
    }
  }

  /// Starts to read some rows of a split into memory. Its file stays open at least until it is
  /// released.
  public SplitRead<T> read(FileSplit split, RowRange rows, SegmentAllocator memory)
      throws IOException {
    FileGroup<T> group = use(split.file());
    try {
      return group.read(split, rows, memory);
    } catch (Throwable e) {
      release(split.file());
      throw e;
    }
  }

  private synchronized FileGroup<T> use(int file) {
    if (closed) {
      throw new IllegalStateException("the loader is closed");
    }
    FileGroup<T> group =
        groups.computeIfAbsent(file / FileGroup.FILES, _ -> new FileGroup<>(files, keptViews));
    group.users++;
    users++;
    retireOldest();
    return group;
  }

  /// Ends one use of a file.
  public synchronized void release(int file) {
    users--;
    FileGroup<T> group = groups.get(file / FileGroup.FILES);
    if (group != null) {
      group.users--;
    }
  }

  /// How many uses of files have not ended, also those that outlive the close.
  public synchronized int users() {
    return users;
  }

  /// Keeps a file that is in use mapped until the hold is closed, also if this is closed before.
  synchronized Hold hold(int file) {
    if (closed) {
      throw new IllegalStateException("the loader is closed");
    }
    FileGroup<T> group = Objects.requireNonNull(groups.get(file / FileGroup.FILES), "not in use");
    group.holds++;
    AtomicBoolean held = new AtomicBoolean(true);
    return () -> {
      if (held.getAndSet(false)) {
        giveUp(group);
      }
    };
  }

  private void giveUp(FileGroup<T> group) {
    synchronized (this) {
      group.holds--;
      if (group.holds > 0 || !retired.contains(group)) {
        return;
      }
    }
    close(group);
  }

  private void retireOldest() {
    Iterator<FileGroup<T>> oldest = groups.values().iterator();
    while (groups.size() > GROUPS && oldest.hasNext()) {
      FileGroup<T> group = oldest.next();
      if (group.users == 0) {
        oldest.remove();
        retired.add(group);
        if (group.holds == 0 && !tasks.startWaiting(() -> closeRetired(group))) {
          closeRetired(group);
        }
      }
    }
  }

  /// What fails here is tried again by [#close].
  private void closeRetired(FileGroup<T> group) {
    try {
      close(group);
    } catch (RuntimeException _) {
      // as said
    }
  }

  private void close(FileGroup<T> group) {
    group.close();
    synchronized (this) {
      retired.remove(group);
    }
  }

  /// Closes all sources and unmaps their files; those that are held, when they are given up.
  ///
  /// @throws IllegalStateException if native code holds some of their memory: the next call tries
  ///   again
  @Override
  public synchronized void close() {
    closed = true;
    if (cache != null) {
      cache.clear().forEach(split -> release(split.file()));
    }
    retired.addAll(groups.values());
    groups.clear();
    List<Runnable> steps = new ArrayList<>();
    for (FileGroup<T> group : List.copyOf(retired)) {
      if (group.holds == 0) {
        steps.add(() -> close(group));
      }
    }
    Closing.all(steps);
  }
}
