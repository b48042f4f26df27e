package io.zenith.internal.pipeline;

import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
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

  /// Splits whose views are kept for later epochs: about 100 bytes a column each, on the heap.
  private static final int KEPT_VIEWS = 10_000;

  private static final SegmentAllocator NO_MEMORY =
      (bytes, _) -> {
        throw new IllegalStateException("a split promised to take no memory, and takes " + bytes);
      };

  private final Storage storage;
  private final Format format;
  private final List<StoredFile> files;
  private final List<Integer> columns;
  private final Binder<T> binder;
  private final Tasks tasks;
  private final Map<Integer, Group> groups = new LinkedHashMap<>(16, 0.75f, true);
  private final AtomicInteger keptViews = new AtomicInteger();
  private boolean closed;

  /// Sources of the given files; none is opened yet.
  public OpenSources(
      Storage storage,
      Format format,
      List<StoredFile> files,
      List<Integer> columns,
      Binder<T> binder,
      Tasks tasks) {
    this.storage = storage;
    this.format = format;
    this.files = files;
    this.columns = columns;
    this.binder = binder;
    this.tasks = tasks;
  }

  /// The record batches of a split that is a view of its mapping. Its file stays open at least
  /// until it is released. The batches are made and checked once, and kept for the next epoch.
  List<T> views(FileSplit split) throws IOException {
    Group group = use(split.file());
    try {
      return group.views(split);
    } catch (Throwable e) {
      release(split.file());
      throw e;
    }
  }

  /// Starts to read a split into memory. Its file stays open at least until it is released.
  BatchIterator read(FileSplit split, SegmentAllocator memory) throws IOException {
    Group group = use(split.file());
    try {
      return group.source(split.file()).read(ReadRequest.all(split.split(), columns, memory));
    } catch (Throwable e) {
      release(split.file());
      throw e;
    }
  }

  /// Decodes what [#read] has started to read, while `wanted` is true.
  List<T> decode(FileSplit split, BatchIterator batches, BooleanSupplier wanted)
      throws IOException {
    List<T> bound = new ArrayList<>();
    long rows = 0;
    try (batches) {
      while (wanted.getAsBoolean() && batches.advance()) {
        RecordBatch batch = batches.batch();
        bound.add(binder.bind(split.split(), batch));
        rows += batch.rows();
      }
    }
    // Rows too few or too many would shift all rows that follow.
    if (rows != split.split().rows() && wanted.getAsBoolean()) {
      throw new IllegalStateException(
          split.split() + ": the format delivered " + rows + " rows of " + split.split().rows());
    }
    return bound;
  }

  private synchronized Group use(int file) {
    if (closed) {
      throw new IllegalStateException("the loader is closed");
    }
    Group group = groups.computeIfAbsent(file / FILES_PER_GROUP, _ -> new Group());
    group.users++;
    retireOldest();
    return group;
  }

  /// Ends one use of a file.
  synchronized void release(int file) {
    Group group = groups.get(file / FILES_PER_GROUP);
    if (group != null) {
      group.users--;
    }
  }

  private void retireOldest() {
    Iterator<Group> oldest = groups.values().iterator();
    while (groups.size() > GROUPS && oldest.hasNext()) {
      Group group = oldest.next();
      if (group.users == 0) {
        oldest.remove();
        if (!tasks.startWaiting(group::close)) {
          group.close();
        }
      }
    }
  }

  /// Closes all sources and unmaps their files.
  @Override
  public synchronized void close() {
    closed = true;
    List<Runnable> steps = new ArrayList<>();
    groups.values().forEach(group -> steps.add(group::close));
    groups.clear();
    Closing.all(steps);
  }

  /// Files that are closed together.
  private final class Group {
    private final Arena arena = Arena.ofShared();
    private final List<Slot> slots = Stream.generate(Slot::new).limit(FILES_PER_GROUP).toList();

    /// Guarded by the sources.
    private int users;

    private Group() {
      assert Ledger.opened(this, "mapped files of " + files.getFirst());
    }

    private DataSource source(int file) throws IOException {
      return slots.get(file % FILES_PER_GROUP).source(files.get(file), arena);
    }

    private List<T> views(FileSplit split) throws IOException {
      return slots.get(split.file() % FILES_PER_GROUP).views(split, arena);
    }

    private void close() {
      List<Runnable> steps = new ArrayList<>();
      slots.forEach(slot -> steps.add(slot::close));
      steps.add(arena::close);
      assert Ledger.closed(this);
      Closing.all(steps);
    }
  }

  /// One file. Its lock is held while it is opened, so that others open theirs meanwhile.
  private final class Slot {
    private final Map<FileSplit, List<T>> views = new HashMap<>();
    private @Nullable InputFile file;
    private @Nullable DataSource source;
    private boolean closed;

    synchronized DataSource source(StoredFile stored, Arena arena) throws IOException {
      if (closed) {
        throw new IllegalStateException("the loader is closed");
      }
      DataSource known = source;
      if (known == null || file == null) {
        InputFile input = storage.open(stored, arena);
        known = format.open(input);
        file = input;
        source = known;
      } else {
        file.verifyUnchanged();
      }
      return known;
    }

    synchronized List<T> views(FileSplit split, Arena arena) throws IOException {
      DataSource opened = source(files.get(split.file()), arena);
      List<T> known = views.get(split);
      if (known == null) {
        ReadRequest request = ReadRequest.all(split.split(), columns, NO_MEMORY);
        known = decode(split, opened.read(request), () -> true);
        if (keptViews.get() < KEPT_VIEWS) {
          keptViews.incrementAndGet();
          views.put(split, known);
        }
      }
      return known;
    }

    synchronized void close() {
      closed = true;
      keptViews.addAndGet(-views.size());
      views.clear();
      if (source != null) {
        source.close();
      }
    }
  }
}
