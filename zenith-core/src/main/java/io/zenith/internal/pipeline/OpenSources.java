package io.zenith.internal.pipeline;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The sources of a loader's files: opened when first needed, kept, and closed in groups.
///
/// Neighbouring files share an arena, since closing a shared arena stops every thread for a moment
/// (23 to 85 us idle, milliseconds under load). At most [#GROUPS] groups stay open: a process may
/// hold 65,530 mappings by default on Linux.
public final class OpenSources implements AutoCloseable {
  private static final int FILES_PER_GROUP = 64;
  private static final int GROUPS = 64;

  private final Storage storage;
  private final Format format;
  private final List<StoredFile> files;
  private final Tasks tasks;
  private final Map<Integer, Group> groups = new LinkedHashMap<>(16, 0.75f, true);
  private boolean closed;

  /// Sources of the given files; none is opened yet.
  public OpenSources(Storage storage, Format format, List<StoredFile> files, Tasks tasks) {
    this.storage = storage;
    this.format = format;
    this.files = files;
    this.tasks = tasks;
  }

  /// The source of a file, which stays open at least until it is released as often.
  public DataSource acquire(int file) throws IOException {
    Group group;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the loader is closed");
      }
      group = groups.computeIfAbsent(file / FILES_PER_GROUP, _ -> new Group());
      group.users++;
      retireOldest();
    }
    try {
      return group.source(file);
    } catch (Throwable e) {
      release(file);
      throw e;
    }
  }

  /// Ends one use of a file's source.
  public synchronized void release(int file) {
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
    groups.values().forEach(Group::close);
    groups.clear();
  }

  /// Files that are closed together.
  private final class Group implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final @Nullable DataSource[] sources = new @Nullable DataSource[FILES_PER_GROUP];
    private int users;

    private Group() {
      assert Ledger.opened(this, "mapped files of " + files.getFirst());
    }

    synchronized DataSource source(int file) throws IOException {
      if (!arena.scope().isAlive()) {
        throw new IllegalStateException("the loader is closed");
      }
      int place = file % FILES_PER_GROUP;
      DataSource source = sources[place];
      if (source == null) {
        source = format.open(storage.open(files.get(file), arena));
        sources[place] = source;
      }
      return source;
    }

    @Override
    public synchronized void close() {
      for (DataSource source : sources) {
        if (source != null) {
          source.close();
        }
      }
      arena.close();
      assert Ledger.closed(this);
    }
  }
}
