package io.zenith.internal.pipeline;

/// How far to read ahead: a number that someone has set, or one that adapts. The order never
/// depends on it.
///
/// An adapting one is for far storages. It doubles when the consumer has to wait, up to what hides
/// their latency, as long as that brings more bytes in the same time: where the wire is full, more
/// at a time only makes each of them take longer, and takes memory. It shrinks by a quarter when
/// for a while nobody had to wait: what is read too early takes memory that nobody needs. A wait
/// costs more than a little memory, so it grows faster than it shrinks. Safe for threads.
public final class Depth {
  private static final int LEAST = 2;
  private static final int MOST = 64;

  /// So many times what is read ahead has to be taken without a wait before less is enough.
  private static final int PATIENCE = 4;

  /// To have twice as much on its way has to bring so much more. It would be twice as much where
  /// there is nothing but latency, and rates vary by a tenth.
  private static final double GAIN = 1.2;

  /// After so many times what is on its way, more is tried again: another may have left the wire.
  private static final int PROBE = 16;

  private final int least;
  private final int first;
  private final int most;
  private int now;
  private int sinceWait;

  /// Results that were taken since it has changed, or was found to be enough.
  private int sinceChange;

  /// What was fetched before the last change, and how fast that was; nothing if it never grew, or
  /// has shrunk since.
  private Fetched before = new Fetched(0, 0);

  private double rateBefore;
  private boolean hasGrown;

  /// Whether more brought nothing, and what it goes back to if it still does not.
  private boolean isEnough;

  private int enough;

  private Depth(int least, int first, int most) {
    this.least = least;
    this.first = first;
    this.now = first;
    this.most = most;
    this.enough = most;
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
  /// @param fetched up to now
  /// @return whether more may be read ahead now
  synchronized boolean waited(Fetched fetched) {
    sinceWait = 0;
    sinceChange++;
    if (!hasGrown) {
      return grow(fetched, 0);
    }
    if (sinceChange <= (isEnough ? PROBE : 1) * now) {
      return false;
    }
    double rate = fetched.rateSince(before);
    if (isEnough || rate >= GAIN * rateBefore) {
      return grow(fetched, rate);
    }
    now = Math.min(now, enough);
    enough = now;
    isEnough = true;
    restart(fetched);
    return false;
  }

  private boolean grow(Fetched fetched, double rate) {
    int last = now;
    enough = isEnough ? now : most;
    isEnough = false;
    hasGrown = true;
    rateBefore = rate;
    now = Math.min(most, 2 * now);
    restart(fetched);
    return now > last;
  }

  private void restart(Fetched fetched) {
    before = fetched;
    sinceChange = 0;
  }

  /// The consumer has taken a result that was there already.
  synchronized void taken() {
    sinceChange++;
    sinceWait++;
    if (sinceWait >= PATIENCE * now) {
      sinceWait = 0;
      now = Math.max(least, now - Math.ceilDiv(now, 4));
      hasGrown = false;
      isEnough = false;
    }
  }
}
