package io.zenith.testkit;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The file system of the machine, some of whose calls fail: the n-th one, or all from there on.
public final class FaultyFiles extends FileSystemProvider {
  private final FileSystem below;
  private final FileSystemProvider real;
  private final FaultySystem system = new FaultySystem();
  private final int first;
  private final boolean isForGood;
  private final AtomicInteger calls = new AtomicInteger();
  private volatile Runnable beforeFsync = () -> {};

  private FaultyFiles(FileSystem below, int first, boolean isForGood) {
    this.below = below;
    this.real = below.provider();
    this.first = first;
    this.isForGood = isForGood;
  }

  /// A file system of which one call fails.
  ///
  /// @param first which, from 0
  /// @param isForGood whether all after it fail, too
  public static FaultyFiles of(Path path, int first, boolean isForGood) {
    return new FaultyFiles(path.getFileSystem(), first, isForGood);
  }

  /// A path of this file system.
  public Path path(Path path) {
    return new FaultyPath(path);
  }

  /// Does something before each request to bring a file to the disk, such as to let it wait.
  public void beforeFsync(Runnable action) {
    beforeFsync = action;
  }

  /// How many calls there were.
  public int calls() {
    return calls.get();
  }

  private void call(String what) throws IOException {
    int number = calls.getAndIncrement();
    if (number == first || (isForGood && number > first)) {
      throw new IOException("Input/output error in call " + number + ", " + what);
    }
  }

  private static Path real(Path path) {
    return ((FaultyPath) path).path;
  }

  @Override
  public String getScheme() {
    return "faulty";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return system;
  }

  @Override
  public Path getPath(URI uri) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    call("open " + path);
    return new FaultyChannel(real.newFileChannel(real(path), options, attributes));
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    call("list " + folder);
    DirectoryStream<Path> all = real.newDirectoryStream(real(folder), _ -> true);
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        Iterator<Path> paths = all.iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return paths.hasNext();
          }

          @Override
          public Path next() {
            return path(paths.next());
          }
        };
      }

      @Override
      public void close() throws IOException {
        all.close();
      }
    };
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    call("make " + folder);
    real.createDirectory(real(folder), attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    call("delete " + path);
    real.delete(real(path));
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    call("rename " + source);
    real.move(real(source), real(target), options);
  }

  @Override
  public boolean isSameFile(Path path, Path other) throws IOException {
    return real.isSameFile(real(path), real(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return real.isHidden(real(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    call("find the disk of " + path);
    return real.getFileStore(real(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    call("ask for " + path);
    real.checkAccess(real(path), modes);
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return real.getFileAttributeView(real(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    call("ask for " + path);
    return real.readAttributes(real(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    call("ask for " + path);
    return real.readAttributes(real(path), names, options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    call("change " + path);
    real.setAttribute(real(path), name, value, options);
  }

  private final class FaultySystem extends FileSystem {
    @Override
    public FileSystemProvider provider() {
      return FaultyFiles.this;
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return below.isReadOnly();
    }

    @Override
    public String getSeparator() {
      return below.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      return below.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return below.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String start, String... more) {
      return path(below.getPath(start, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
      throw new UnsupportedOperationException();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      return below.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() {
      throw new UnsupportedOperationException();
    }
  }

  private final class FaultyPath implements Path {
    private final Path path;

    private FaultyPath(Path path) {
      this.path = path;
    }

    private @Nullable Path wrapped(@Nullable Path other) {
      return other == null ? null : path(other);
    }

    @Override
    public FileSystem getFileSystem() {
      return system;
    }

    @Override
    public boolean isAbsolute() {
      return path.isAbsolute();
    }

    @Override
    public @Nullable Path getRoot() {
      return wrapped(path.getRoot());
    }

    @Override
    public @Nullable Path getFileName() {
      return wrapped(path.getFileName());
    }

    @Override
    public @Nullable Path getParent() {
      return wrapped(path.getParent());
    }

    @Override
    public int getNameCount() {
      return path.getNameCount();
    }

    @Override
    public Path getName(int index) {
      return path(path.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
      return path(path.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
      return path.startsWith(real(other));
    }

    @Override
    public boolean endsWith(Path other) {
      return path.endsWith(real(other));
    }

    @Override
    public Path normalize() {
      return path(path.normalize());
    }

    @Override
    public Path resolve(Path other) {
      return path(path.resolve(real(other)));
    }

    @Override
    public Path relativize(Path other) {
      return path(path.relativize(real(other)));
    }

    @Override
    public URI toUri() {
      return path.toUri();
    }

    @Override
    public Path toAbsolutePath() {
      return path(path.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
      call("resolve " + path);
      return path(path.toRealPath(options));
    }

    @Override
    public WatchKey register(
        WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
      return path.compareTo(real(other));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof FaultyPath that && that.path.equals(path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  private final class FaultyChannel extends FileChannel {
    private final FileChannel channel;

    private FaultyChannel(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      call("read");
      return channel.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int from, int count) throws IOException {
      call("read");
      return channel.read(targets, from, count);
    }

    /// Half of it, as systems may.
    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      call("read");
      int limit = target.limit();
      target.limit(target.position() + Math.ceilDiv(target.remaining(), 2));
      int count = channel.read(target, position);
      target.limit(limit);
      return count;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      call("write");
      return channel.write(source);
    }

    @Override
    public long write(ByteBuffer[] sources, int from, int count) throws IOException {
      call("write");
      return channel.write(sources, from, count);
    }

    /// Half of it, as systems may; and half of that if it fails.
    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      int limit = source.limit();
      source.limit(source.position() + Math.ceilDiv(source.remaining(), 2));
      int count = channel.write(source, position);
      source.limit(limit);
      call("write");
      return count;
    }

    @Override
    public long position() throws IOException {
      return channel.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
      channel.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      call("size");
      return channel.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      call("truncate");
      channel.truncate(size);
      return this;
    }

    @Override
    public void force(boolean metadata) throws IOException {
      beforeFsync.run();
      call("fsync");
      channel.force(metadata);
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MemorySegment map(MapMode mode, long position, long size, Arena arena)
        throws IOException {
      call("map");
      return channel.map(mode, position, size, arena);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
      throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable FileLock tryLock(long position, long size, boolean shared) throws IOException {
      call("lock");
      return channel.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      channel.close();
      call("close");
    }
  }
}
