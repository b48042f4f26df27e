package io.zenith.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// All turns of one contender.
///
/// @param title how tables call it
/// @param turns one a round
record Standing(String title, List<Turn> turns) {

  Series rates() {
    return series("samples/s", Turn::samplesPerSecond);
  }

  Series p50() {
    return series("ns, p50 of batches", Turn::p50Nanos);
  }

  Series p95() {
    return series("ns, p95 of batches", Turn::p95Nanos);
  }

  Series p99() {
    return series("ns, p99 of batches", Turn::p99Nanos);
  }

  Series garbage() {
    return series("bytes of garbage/batch", Turn::garbageBytes);
  }

  Series peakMemory() {
    return series("bytes resident at peak", Turn::peakMemoryBytes);
  }

  /// All of the above.
  List<Series> all() {
    return List.of(rates(), p50(), p95(), p99(), garbage(), peakMemory());
  }

  /// By what factor it is faster than another, in each round.
  Series ratioTo(Standing other) {
    List<Double> ours = rates().runs();
    List<Double> theirs = other.rates().runs();
    return Series.ofRounds("x", ours.size(), round -> ours.get(round) / theirs.get(round));
  }

  private Series series(String unit, ToDoubleFunction<Turn> figure) {
    return Series.ofRounds(unit, turns.size(), round -> figure.applyAsDouble(turns.get(round)));
  }
}
