package io.zenith.internal.pipeline;

/// How far to read ahead: a number that someone has set, or one that adapts. The order never
/// depends on it.
///
/// An adapting one is for far storages. It doubles when the consumer has to wait, up to what hides
/// their latency, and shrinks by a quarter when for a while nobody had to: what is read too early
/// takes memory that nobody needs. A wait costs more than a little memory, so it grows faster than
/// it shrinks. Safe for threads.
public final class Depth {
  private static final int LEAST = 2;
  private static final int MOST = 64;

  /// So many times what is read ahead has to be taken without a wait before less is enough.
  private static final int PATIENCE = 4;

  private final int least;
  private final int first;
  private final int most;
  private int now;
  private int sinceWait;

  private Depth(int least, int first, int most) {
    this.least = least;
    this.first = first;
    this.now = first;
    this.most = most;
  }

  /// Always the same.
  public static Depth of(int depth) {
    return new Depth(depth, depth, depth);
  }

  /// One that adapts.
  ///
  /// @param first what it begins with
  public static Depth adapting(int first) {
    return new Depth(Math.min(LEAST, first), first, Math.max(MOST, first));
  }

  /// What it begins with.
  public int first() {
    return first;
  }

  /// The most that it may become.
  public int most() {
    return most;
  }

  /// How far to read ahead now.
  synchronized int now() {
    return now;
  }

  /// The consumer has to wait for the next result.
  ///
  /// @return whether more may be read ahead now
  synchronized boolean waited() {
    int before = now;
    sinceWait = 0;
    now = Math.min(most, 2 * now);
    return now > before;
  }

  /// The consumer has taken a result that was there already.
  synchronized void taken() {
    sinceWait++;
    if (sinceWait >= PATIENCE * now) {
      sinceWait = 0;
      now = Math.max(least, now - Math.ceilDiv(now, 4));
    }
  }
}
