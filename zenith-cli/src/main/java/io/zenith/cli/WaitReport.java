package io.zenith.cli;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.zenith.Report.RequestTimes;
import io.zenith.Report.StageTimes;
import java.util.List;
import java.util.Locale;

/// What a loader reports of itself, as text or as fields.
///
/// @param verdict whether reading keeps up, in a sentence
/// @param seconds in which epochs were read
/// @param waitedShare the part of it that the consumer waited
/// @param peakBytes the most memory of the budget that was held
/// @param requests to far storages
/// @param cacheFound how often a split was found in a cache on a disk
/// @param cacheRead how often a split was not, and was read
@JsonIgnoreProperties("text")
record WaitReport(
    String verdict,
    double seconds,
    double waitedShare,
    long peakBytes,
    List<StageOf> stages,
    List<RequestsOf> requests,
    long cacheFound,
    long cacheRead,
    String text) {

  /// A stage, in seconds over all threads.
  record StageOf(
      String stage, long count, double seconds, long bytes, double p50Seconds, double p99Seconds) {
    private static StageOf of(StageTimes times) {
      return new StageOf(
          times.stage().name().toLowerCase(Locale.ROOT),
          times.count(),
          times.total().toNanos() / 1e9,
          times.bytes(),
          times.p50().toNanos() / 1e9,
          times.p99().toNanos() / 1e9);
    }
  }

  /// Requests of a kind.
  record RequestsOf(
      String kind,
      long count,
      long retries,
      long failures,
      long bytes,
      double p50Seconds,
      double p99Seconds) {
    private static RequestsOf of(RequestTimes times) {
      return new RequestsOf(
          times.kind().name().toLowerCase(Locale.ROOT),
          times.count(),
          times.retries(),
          times.failures(),
          times.bytes(),
          times.p50().toNanos() / 1e9,
          times.p99().toNanos() / 1e9);
    }
  }

  static WaitReport of(io.zenith.Report report) {
    return new WaitReport(
        report.verdict(),
        report.elapsed().toNanos() / 1e9,
        report.waitedShare(),
        report.peakBytes(),
        report.stages().stream().map(StageOf::of).toList(),
        report.requests().stream().map(RequestsOf::of).toList(),
        report.diskCache().found(),
        report.diskCache().read(),
        report.toString());
  }

  List<String> lines() {
    return text.lines().toList();
  }
}
