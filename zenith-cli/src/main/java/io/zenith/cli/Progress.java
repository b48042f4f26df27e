package io.zenith.cli;

import io.zenith.bench.BenchProgress;
import java.io.PrintWriter;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// One line on stderr that says how far a command is: share, rate and the time that remains, or the
/// time that it took so far.
///
/// Nothing appears in the first second, nor where no terminal is; the line is wiped at the end. The
/// thread that works calls [#at]; another draws.
final class Progress implements BenchProgress.Part {
  private static final long FIRST_NANOS = 1_000_000_000;
  private static final long PERIOD_MILLIS = 200;
  private static final int BAR = 20;
  private static final String WIPE = "\r\033[K";

  private final String what;
  private final String unit;
  private final long total;
  private final LongSupplier clock;
  private final long start;
  private final @Nullable PrintWriter screen;
  private final @Nullable Thread painter;
  private volatile long done;
  private boolean painted;

  /// @param what what is going on, such as `generating`
  /// @param unit what is counted, such as `rows`
  /// @param total how many there are; 0 if nobody knows
  /// @param screen where to draw, or null where nobody watches
  Progress(String what, String unit, long total, LongSupplier clock, @Nullable PrintWriter screen) {
    this.what = what;
    this.unit = unit;
    this.total = total;
    this.clock = clock;
    this.start = clock.getAsLong();
    this.screen = screen;
    this.painter =
        screen == null
            ? null
            : Thread.ofPlatform().daemon().name("zenith-progress").start(() -> paint(screen));
  }

  /// Shows it on stderr, if someone watches.
  ///
  /// @param err where stderr is written
  static Progress shown(PrintWriter err, String what, String unit, long total) {
    return new Progress(what, unit, total, System::nanoTime, Terminal.isErrWatched() ? err : null);
  }

  /// Says how many are done.
  @Override
  public void at(long count) {
    done = count;
  }

  /// The line at this moment, or an empty one if it is too early for it.
  String line() {
    long elapsed = clock.getAsLong() - start;
    long count = done;
    if (elapsed < FIRST_NANOS) {
      return "";
    }
    if (total == 0) {
      return what + ", " + Quantity.clock(elapsed / 1_000_000_000) + " so far";
    }
    if (count == 0) {
      return "";
    }
    double share = Math.min(1, (double) count / total);
    double rate = count / (elapsed / 1e9);
    int filled = (int) (share * BAR);
    return what
        + " ["
        + "#".repeat(filled)
        + " ".repeat(BAR - filled)
        + "] "
        + Math.round(share * 100)
        + " %, "
        + (rate < 10 ? Quantity.significant(rate) : Quantity.rounded(rate))
        + " "
        + unit
        + "/s, "
        + Quantity.clock(Math.round((total - count) / rate))
        + " left";
  }

  /// Wipes the line while something else is printed.
  void aside(Runnable printing) {
    synchronized (this) {
      wipe();
      printing.run();
    }
  }

  private void paint(PrintWriter screen) {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        String line = line();
        if (!line.isEmpty()) {
          synchronized (this) {
            screen.print(WIPE + line);
            screen.flush();
            painted = true;
          }
        }
      }
    } catch (InterruptedException _) {
      // closed
    }
  }

  private synchronized void wipe() {
    if (painted && screen != null) {
      screen.print(WIPE);
      screen.flush();
      painted = false;
    }
  }

  /// Wipes the line; returns when that is done.
  @Override
  public void close() {
    if (painter == null) {
      return;
    }
    painter.interrupt();
    boolean interrupted = false;
    while (painter.isAlive()) {
      try {
        painter.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    wipe();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
