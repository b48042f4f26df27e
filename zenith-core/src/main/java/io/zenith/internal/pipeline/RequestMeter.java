package io.zenith.internal.pipeline;

import io.zenith.spi.Request;
import io.zenith.spi.RequestListener;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/// Counts the requests that are made for a loader. Safe for threads.
public final class RequestMeter implements RequestListener {
  private final Map<Request.Kind, Sum> sums = new EnumMap<>(Request.Kind.class);

  /// The figures of one kind.
  ///
  /// @param count how many were made
  /// @param retries how many of these were made again
  /// @param failures how many of them failed
  /// @param bytes how many bytes of files came
  /// @param p50 what half of the times do not exceed, to a sixteenth of it
  /// @param p99 what 99 % of them do not exceed
  public record Figures(
      long count, long retries, long failures, long bytes, Duration p50, Duration p99) {}

  private static final class Sum {
    private final TimeHistogram times = new TimeHistogram();
    private long count;
    private long retries;
    private long failures;
    private long bytes;
  }

  @Override
  public synchronized void made(Request request) {
    Sum sum = sum(request.kind());
    sum.times.add(request.nanos());
    sum.count++;
    sum.retries += request.isRetry() ? 1 : 0;
    sum.failures += request.isFailed() ? 1 : 0;
    sum.bytes += request.bytes();
  }

  private Sum sum(Request.Kind kind) {
    return sums.computeIfAbsent(kind, _ -> new Sum());
  }

  /// The figures of a kind so far.
  public synchronized Figures figures(Request.Kind kind) {
    Sum sum = sum(kind);
    return new Figures(
        sum.count,
        sum.retries,
        sum.failures,
        sum.bytes,
        Duration.ofNanos(sum.times.percentile(.50)),
        Duration.ofNanos(sum.times.percentile(.99)));
  }
}
