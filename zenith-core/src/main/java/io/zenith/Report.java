package io.zenith;

import io.zenith.internal.ByteSize;
import io.zenith.internal.pipeline.Meter;
import io.zenith.internal.pipeline.Meter.Ahead;
import io.zenith.internal.pipeline.Meter.Times;
import io.zenith.internal.pipeline.RequestMeter;
import io.zenith.spi.Request;
import io.zenith.spi.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Who has waited for whom, in words and numbers: what [DataLoader#report()] knew when it was
/// asked.
///
/// Time counts while an epoch is read: from its begin to its last batch, or to the end of the
/// loader. An immutable value.
public final class Report {
  private final Extent extent;
  private final Duration elapsed;
  private final Duration enough;
  private final Duration shortOfMemory;
  private final List<StageTimes> stages;
  private final List<RequestTimes> requests;
  private final DiskCacheUse diskCache;

  /// What was delivered, and with what.
  ///
  /// @param finished whether nothing was left to deliver when the loader was built
  /// @param rows delivered, padding included
  /// @param fetches how many may be on their way at most; 0 where the threads that decode do it
  /// @param peak the most bytes of the budget that were held
  record Extent(
      boolean finished,
      int epochs,
      long steps,
      long rows,
      int threads,
      int fetches,
      long peak,
      long budget) {}

  /// What a stage has taken. Percentiles are right to a sixteenth.
  ///
  /// @param stage which
  /// @param count how often it ended
  /// @param total how long it took, over all threads
  /// @param bytes how much memory was filled with what was fetched or decoded
  /// @param p50 what half of the times did not exceed
  /// @param p99 what 99 % of them did not exceed
  public record StageTimes(
      Stage stage, long count, Duration total, long bytes, Duration p50, Duration p99) {}

  /// Requests to a far storage. Percentiles are right to a sixteenth.
  ///
  /// @param kind what they asked for
  /// @param count how many were made
  /// @param retries how many of these were made again
  /// @param failures how many of them failed
  /// @param bytes how many bytes of files came
  /// @param p50 what half of the times did not exceed
  /// @param p99 what 99 % of them did not exceed
  public record RequestTimes(
      Request.Kind kind,
      long count,
      long retries,
      long failures,
      long bytes,
      Duration p50,
      Duration p99) {}

  /// What a [DiskCache] was good for.
  ///
  /// @param found how often a split was found in it
  /// @param read how often a split was not, and was read
  public record DiskCacheUse(long found, long read) {

    /// The part of the splits that were found, 0 to 1.
    public double hitRate() {
      return found == 0 ? 0 : (double) found / (found + read);
    }
  }

  Report(Extent extent, Meter meter) {
    this.extent = extent;
    this.elapsed = meter.time();
    this.enough = meter.time(Ahead.ENOUGH);
    this.shortOfMemory = meter.time(Ahead.SHORT_OF_MEMORY);
    List<StageTimes> all = new ArrayList<>();
    for (Stage stage : Stage.values()) {
      Times of = meter.times(stage);
      all.add(new StageTimes(stage, of.count(), of.total(), of.bytes(), of.p50(), of.p99()));
    }
    this.stages = List.copyOf(all);
    this.requests =
        Stream.of(Request.Kind.values())
            .map(kind -> requests(kind, meter.requests().figures(kind)))
            .filter(of -> of.count > 0)
            .toList();
    this.diskCache = new DiskCacheUse(meter.store().found(), meter.store().missed());
  }

  private static RequestTimes requests(Request.Kind kind, RequestMeter.Figures of) {
    return new RequestTimes(
        kind, of.count(), of.retries(), of.failures(), of.bytes(), of.p50(), of.p99());
  }

  /// Steps that were delivered.
  public long steps() {
    return extent.steps;
  }

  /// Rows that were delivered, padding included.
  public long rows() {
    return extent.rows;
  }

  /// How long epochs were read.
  public Duration elapsed() {
    return elapsed;
  }

  /// Each stage.
  public List<StageTimes> stages() {
    return stages;
  }

  /// One stage.
  public StageTimes stage(Stage stage) {
    return stages.stream().filter(of -> of.stage == stage).findFirst().orElseThrow();
  }

  /// The requests by which the files of this loader were read, where they are far away: each kind
  /// of which there were some. Those by which the dataset was opened, and those of a filter's look
  /// beforehand, are not among them.
  public List<RequestTimes> requests() {
    return requests;
  }

  /// What the disk cache was good for; zeros where there is none.
  public DiskCacheUse diskCache() {
    return diskCache;
  }

  /// The part of the time that the consumer waited, 0 to 1.
  public double waitedShare() {
    return share(stage(Stage.WAIT).total());
  }

  /// The most native memory that was held at a time, in bytes, of what the budget counts.
  public long peakBytes() {
    return extent.peak;
  }

  private double share(Duration part) {
    return elapsed.isZero() ? 0 : (double) part.toNanos() / elapsed.toNanos();
  }

  /// Whether reading keeps up, in a sentence; if not, which stage is slow, and what may help.
  public String verdict() {
    return new Verdict(this, share(shortOfMemory), extent.threads, extent.fetches).text();
  }

  boolean isFinished() {
    return extent.finished;
  }

  /// The verdict and the numbers, within 20 lines.
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%s, %s of %s in %s\n",
            count(extent.steps, "step"),
            count(extent.rows, "row"),
            count(extent.epochs, "epoch"),
            text(elapsed)));
    out.append(verdict());
    for (StageTimes of : stages) {
      if (of.count > 0) {
        out.append('\n').append(line(of));
      }
    }
    for (RequestTimes of : requests) {
      out.append('\n').append(line(of));
    }
    if (diskCache.found + diskCache.read > 0) {
      out.append(
          String.format(
              Locale.ROOT,
              "\ncache     %s found on the disk, %,d read",
              count(diskCache.found, "split"),
              diskCache.read));
    }
    if (!enough.isZero() || !shortOfMemory.isZero()) {
      out.append(
          String.format(
              Locale.ROOT,
              "\nahead     %.1f %% of the time enough was read ahead, %.1f %% memory was short",
              100 * share(enough),
              100 * share(shortOfMemory)));
    }
    out.append("\nmemory    ").append(ByteSize.text(extent.peak));
    return out.append(" at most, of ").append(ByteSize.text(extent.budget)).toString();
  }

  private String line(StageTimes of) {
    String rest =
        of.stage == Stage.WAIT
            ? String.format(Locale.ROOT, ", %.1f %% of the time", 100 * waitedShare())
            : of.bytes > 0 ? ", " + ByteSize.text(of.bytes) : "";
    return String.format(
        Locale.ROOT,
        "%-9s %s, %s%s; p50 %s, p99 %s",
        of.stage.name().toLowerCase(Locale.ROOT),
        count(of.count, "time"),
        text(of.total),
        rest,
        text(of.p50),
        text(of.p99));
  }

  private static String line(RequestTimes of) {
    return String.format(
        Locale.ROOT,
        "%-9s %s%s, %s; p50 %s, p99 %s",
        of.kind.name().toLowerCase(Locale.ROOT),
        count(of.count, "request"),
        of.retries == 0 ? "" : String.format(Locale.ROOT, ", %,d of them again", of.retries),
        ByteSize.text(of.bytes),
        text(of.p50),
        text(of.p99));
  }

  private static String count(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }

  /// `950 ns`, `12.5 us`, `3.1 ms`, `2.0 s`.
  static String text(Duration time) {
    double size = time.toNanos();
    String[] units = {"ns", "us", "ms"};
    for (String unit : units) {
      if (size < 1000) {
        return String.format(Locale.ROOT, unit.equals("ns") ? "%.0f %s" : "%.1f %s", size, unit);
      }
      size /= 1000;
    }
    return String.format(Locale.ROOT, "%.1f s", size);
  }
}
