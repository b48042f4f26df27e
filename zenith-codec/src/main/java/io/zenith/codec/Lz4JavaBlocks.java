package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// Decompresses blocks from an input to a window, on the heap.
///
/// A block is a run of sequences: a token, literals, and a match (how far back, how many bytes);
/// the last one has literals only. [Lz4Sequences] does most of them; what it stops at is done here:
/// long ones, those near the end of something, and broken ones.
final class Lz4JavaBlocks implements Lz4Blocks {
  private final HeapInput input = new HeapInput("a sequence");
  private final HeapWindow window = new HeapWindow();

  @Override
  public void open(MemorySegment source, MemorySegment target) {
    input.open(source);
    window.open(target);
  }

  @Override
  public void close() {
    input.close();
    window.close();
  }

  @Override
  public long produced() {
    return window.produced();
  }

  @Override
  public void flush() {
    window.flush();
  }

  @Override
  public void forget() {
    window.forget();
  }

  @Override
  public void append(long from, long count) {
    window.append(input.source(), from, count);
  }

  @Override
  public void decode(long from, long to, long most) throws CorruptDataException {
    input.begin(from, to);
    long end = window.produced() + most;
    do {
      sequences(end);
    } while (sequence(end));
  }

  private void sequences(long end) {
    if (input.limit - input.at < Lz4Sequences.SOURCE_MARGIN && input.hasMore()) {
      input.refill();
    }
    if (window.room() < Lz4Sequences.TARGET_MARGIN) {
      window.slide();
    }
    int room = (int) Math.min(window.room(), end - window.produced());
    long indices =
        Lz4Sequences.run(
            input.bytes,
            window.bytes,
            (long) input.at << 32 | window.at,
            input.limit - Lz4Sequences.SOURCE_MARGIN,
            window.at + room - Lz4Sequences.TARGET_MARGIN,
            window.firstIndex());
    input.at = (int) (indices >>> 32);
    window.at = (int) indices;
  }

  /// Does one sequence of any kind.
  ///
  /// @param end how many bytes there may be in all
  /// @return whether there is another
  private boolean sequence(long end) throws CorruptDataException {
    int token = input.next();
    literals(length(token >>> 4), end);
    if (input.left() == 0) {
      return false;
    }
    long offset = input.offset();
    int distance = input.next() | input.next() << 8;
    if (distance == 0 || distance > window.reach()) {
      throw new CorruptDataException(
          offset, "a match " + distance + " bytes back", "1 to " + window.reach());
    }
    long length = length(token & 15) + Lz4Sequences.MIN_MATCH;
    requireRoom(length, end);
    window.repeat(distance, length);
    return true;
  }

  private long length(int inToken) throws CorruptDataException {
    long length = inToken;
    if (inToken == Lz4Sequences.LONGER) {
      int more;
      do {
        more = input.next();
        length += more;
      } while (more == 255);
    }
    return length;
  }

  private void literals(long count, long end) throws CorruptDataException {
    if (count > input.left()) {
      throw new CorruptDataException(
          input.offset(),
          count + " literals",
          "at most the " + input.left() + " bytes of the block");
    }
    requireRoom(count, end);
    input.moveTo(window, count);
  }

  private void requireRoom(long count, long end) throws CorruptDataException {
    long left = end - window.produced();
    if (count > left) {
      throw new CorruptDataException(
          input.offset(), count + " bytes more", "at most " + left + " more in this block");
    }
  }
}
