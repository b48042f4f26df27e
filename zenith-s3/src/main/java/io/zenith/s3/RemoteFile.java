package io.zenith.s3;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.FilePart;
import io.zenith.spi.InputFile;
import io.zenith.spi.Request;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An object. Each request says which version of it is meant.
///
/// Formats have their footers at the end, and read them in two or three steps: the first of these
/// fetches more, from which the others are served. It is given up when the data is read: from then
/// on the end is data like any other. What begins the file may be read before its end, to see what
/// it is.
final class RemoteFile implements InputFile {
  /// Most footers are smaller; at 100 MB/s they take a millisecond.
  private static final long TAIL_BYTES = 128 << 10;

  private final StoredFile file;
  private final Arena arena;
  private final Fetcher fetcher;
  private final long tailFrom;
  private volatile @Nullable MemorySegment tail;
  private volatile boolean isTailGivenUp;

  /// @param arena while it is open, so is the file
  RemoteFile(StoredFile file, Arena arena, Fetcher fetcher) {
    this.file = file;
    this.arena = arena;
    this.fetcher = fetcher;
    this.tailFrom = Math.max(0, file.size() - TAIL_BYTES);
  }

  @Override
  public StoredFile file() {
    return file;
  }

  @Override
  public Optional<MemorySegment> mapping() {
    return Optional.empty();
  }

  @Override
  public void read(long offset, MemorySegment target) throws IOException {
    read(List.of(new FilePart(offset, target)));
  }

  @Override
  public void read(List<FilePart> parts) throws IOException {
    if (!arena.scope().isAlive()) {
      throw new IllegalStateException(file + " is closed");
    }
    parts.forEach(this::requireInside);
    MemorySegment last = tail;
    boolean isAtEnd = parts.size() == 1 && parts.getFirst().end() > tailFrom;
    if (isAtEnd && !isTailGivenUp) {
      readEnd(parts.getFirst(), last);
    } else {
      isTailGivenUp |= last != null || parts.stream().allMatch(part -> part.offset() > 0);
      tail = null;
      fetcher.get(file, Request.Kind.RANGE, RangeRequest.of(parts));
    }
  }

  private void requireInside(FilePart part) {
    // Written so that it cannot overflow.
    if (part.offset() < 0 || part.target().byteSize() > file.size() - part.offset()) {
      throw new MalformedDataException(
          file.toString(),
          "the end of the file at " + file.size(),
          part.target().byteSize() + " bytes at offset " + part.offset());
    }
  }

  private void readEnd(FilePart part, @Nullable MemorySegment known) throws IOException {
    MemorySegment last = known;
    long before = Math.max(0, tailFrom - part.offset());
    if (last == null && before > TAIL_BYTES) {
      fetcher.get(file, Request.Kind.RANGE, RangeRequest.of(List.of(part)));
      return;
    }
    if (last == null) {
      last = MemorySegment.ofArray(new byte[(int) (file.size() - tailFrom)]);
      fetcher.get(file, Request.Kind.TAIL, RangeRequest.of(List.of(new FilePart(tailFrom, last))));
      tail = isTailGivenUp ? null : last;
    }
    if (before > 0) {
      FilePart missing = new FilePart(part.offset(), part.target().asSlice(0, before));
      fetcher.get(file, Request.Kind.TAIL, RangeRequest.of(List.of(missing)));
    }
    long from = Math.max(0, part.offset() - tailFrom);
    MemorySegment.copy(last, from, part.target(), before, part.target().byteSize() - before);
  }

  /// Whatever was read is of the version that was listed, and what comes will be.
  @Override
  public void verifyUnchanged() {}
}
