package io.zenith.internal.pipeline;

import io.zenith.internal.ByteSize;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.Hold;
import io.zenith.spi.InputFile;
import io.zenith.spi.RowRange;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The sources of a loader's files: opened when first needed, kept, and closed in groups.
///
/// Neighbouring files share an arena, since closing a shared arena stops every thread for a moment
/// (23 to 85 us idle, milliseconds under load). At most [#GROUPS] groups stay open: a process may
/// hold 65,530 mappings by default on Linux.
///
/// @param <T> a record batch, as bound for the consumer
public final class OpenSources<T> implements AutoCloseable {
  private static final int FILES_PER_GROUP = 64;
  private static final int GROUPS = 64;

  /// Columns of splits whose views are kept for later epochs: about 150 bytes each, on the heap.
  private static final int KEPT_COLUMNS = 100_000;

  private final Storage storage;
  private final Format format;
  private final List<StoredFile> files;
  private final IntFunction<Reading<T>> readings;
  private final @Nullable Remake<T> remake;
  private final @Nullable SplitCache<T> cache;
  private final @Nullable SplitStore<T> store;
  private final SourceMemory.Account account;
  private final Tasks tasks;
  private final Map<Integer, Group> groups = new LinkedHashMap<>(16, 0.75f, true);

  /// Groups that are no longer used and not closed yet: on their way to it, held, or failed.
  private final Set<Group> retired = new HashSet<>();

  private final AtomicInteger keptColumns = new AtomicInteger();
  private int users;
  private boolean closed;

  /// Sources of the given files; none is opened yet.
  ///
  /// @param readings says how a file is read, by its place, when it is opened
  /// @param keeping what becomes of splits that were read
  /// @param account counts what the sources keep
  public OpenSources(
      Storage storage,
      Format format,
      List<StoredFile> files,
      IntFunction<Reading<T>> readings,
      Keeping<T> keeping,
      SourceMemory.Account account,
      Tasks tasks) {
    this.storage = storage;
    this.format = format;
    this.files = files;
    this.readings = readings;
    this.remake = keeping.remake();
    this.cache = keeping.cache();
    this.store = keeping.store();
    this.account = account;
    this.tasks = tasks;
  }

  /// The record batches of a split that is a view of its mapping. Its file stays open at least
  /// until it is released.
  ///
  /// @param again whether they will be asked for again: then they are kept, as far as the heap
  ///   should hold them
  List<T> views(FileSplit split, boolean again) throws IOException {
    Group group = use(split.file());
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
    Group group = store == null ? null : groups.get(split.file() / FILES_PER_GROUP);
    return group != null && group.known(split).isPresent();
  }

  /// The record batches of a split, if they are kept in a cache. Some of their columns may be views
  /// of the file, so that this fails as a read would if it has changed; a far one is never mapped.
  @Nullable List<T> kept(FileSplit split) throws IOException {
    List<T> kept = cache == null ? null : cache.get(split);
    if (kept != null && !storage.isRemote()) {
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

  private Optional<List<T>> stored(FileSplit split, Function<Group, Optional<List<T>>> from)
      throws IOException {
    Group group = use(split.file());
    Optional<List<T>> found = Optional.empty();
    try {
      found = from.apply(group);
      if (found.isPresent() && !storage.isRemote()) {
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
    Group group = use(file);
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
    return storage.isRemote();
  }

  /// Starts to read what is wanted of a split into memory. Its file stays open at least until it is
  /// released.
  ReadStep<T> begin(FileSplit split, Block memory) throws IOException {
    Group group = use(split.file());
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
    Group group = use(split.file());
    try {
      return group.read(split, rows, memory);
    } catch (Throwable e) {
      release(split.file());
      throw e;
    }
  }

  private synchronized Group use(int file) {
    if (closed) {
      throw new IllegalStateException("the loader is closed");
    }
    Group group = groups.computeIfAbsent(file / FILES_PER_GROUP, _ -> new Group());
    group.users++;
    users++;
    retireOldest();
    return group;
  }

  /// Ends one use of a file.
  public synchronized void release(int file) {
    users--;
    Group group = groups.get(file / FILES_PER_GROUP);
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
    Group group = Objects.requireNonNull(groups.get(file / FILES_PER_GROUP), "not in use");
    group.holds++;
    AtomicBoolean held = new AtomicBoolean(true);
    return () -> {
      if (held.getAndSet(false)) {
        giveUp(group);
      }
    };
  }

  private void giveUp(Group group) {
    synchronized (this) {
      group.holds--;
      if (group.holds > 0 || !retired.contains(group)) {
        return;
      }
    }
    close(group);
  }

  private void retireOldest() {
    Iterator<Group> oldest = groups.values().iterator();
    while (groups.size() > GROUPS && oldest.hasNext()) {
      Group group = oldest.next();
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
  private void closeRetired(Group group) {
    try {
      close(group);
    } catch (RuntimeException _) {
      // as said
    }
  }

  private void close(Group group) {
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
    for (Group group : List.copyOf(retired)) {
      if (group.holds == 0) {
        steps.add(() -> close(group));
      }
    }
    Closing.all(steps);
  }

  /// Files that are closed together.
  private final class Group {
    private final Arena arena = Arena.ofShared();
    private final SourceMemory memory = new SourceMemory(arena, account);
    private final List<Slot> slots =
        Stream.generate(Slot::new).limit(Math.min(FILES_PER_GROUP, files.size())).toList();

    /// What was found in the store, and is mapped.
    private final IdentityHashMap<FileSplit, List<T>> found = new IdentityHashMap<>();

    /// Guarded by the sources, as are the holds: who reads the files, and who keeps them mapped.
    private int users;

    private int holds;

    private Group() {
      assert Ledger.opened(this, "mapped files of " + files.getFirst());
    }

    private Slot slot(int file) {
      return slots.get(file % FILES_PER_GROUP);
    }

    private ReadStep<T> begin(FileSplit split, Block memory) throws IOException {
      return slot(split.file()).open(split.file(), this).begin(split, memory);
    }

    private SplitRead<T> read(FileSplit split, RowRange rows, SegmentAllocator memory)
        throws IOException {
      return slot(split.file()).open(split.file(), this).read(split, List.of(rows), memory);
    }

    private void verify(int file) throws IOException {
      slot(file).open(file, this);
    }

    private List<T> views(FileSplit split, boolean again) throws IOException {
      return slot(split.file()).views(split, this, again);
    }

    private synchronized Optional<List<T>> known(FileSplit split) {
      return Optional.ofNullable(found.get(split));
    }

    private Optional<List<T>> find(FileSplit split, SplitStore<T> asked) {
      Optional<List<T>> batches = known(split).or(() -> asked.find(split, arena));
      synchronized (this) {
        batches.ifPresent(mapped -> found.putIfAbsent(split, mapped));
      }
      return batches;
    }

    private synchronized void close() {
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

  /// One file. Its lock is held while it is opened, so that others open theirs meanwhile.
  private final class Slot {
    private final Map<FileSplit, List<T>> views = new HashMap<>();
    private @Nullable OpenFile<T> opened;
    private boolean closed;

    private synchronized OpenFile<T> open(int place, Group group) throws IOException {
      if (closed) {
        throw new IllegalStateException("the loader is closed");
      }
      OpenFile<T> known = opened;
      if (known == null) {
        StoredFile stored = files.get(place);
        InputFile file = storage.open(stored, group.arena);
        DataSource source = format.open(file, group.memory.of(stored));
        known = new OpenFile<>(file, source, readings.apply(place));
        opened = known;
      } else {
        known.file().verifyUnchanged();
      }
      return known;
    }

    synchronized List<T> views(FileSplit split, Group group, boolean again) throws IOException {
      List<T> known = views.get(split);
      if (known != null) {
        open(split.file(), group);
        return known;
      }
      RowRange all = new RowRange(0, split.split().rows());
      List<T> made =
          open(split.file(), group).read(split, List.of(all), noMemory(split)).decode(() -> true);
      int cost = cost(split);
      if (again && keptColumns.get() + cost <= KEPT_COLUMNS) {
        keptColumns.addAndGet(cost);
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

    private static int cost(FileSplit split) {
      return Math.max(1, split.columns().size());
    }

    synchronized void close() {
      closed = true;
      views.keySet().forEach(split -> keptColumns.addAndGet(-cost(split)));
      views.clear();
      OpenFile<T> last = opened;
      opened = null;
      if (last != null) {
        last.source().close();
      }
    }
  }
}
