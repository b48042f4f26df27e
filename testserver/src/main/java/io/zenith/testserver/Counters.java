package io.zenith.testserver;

import java.util.Map;

/// What a [FaultProxy] has seen and done since it was started.
///
/// @param byMethod requests by `GET` or `HEAD`
/// @param byTarget requests by path and query, as in their first line
/// @param byFault requests by the fault that they met
/// @param bodyBytes bytes of bodies that were sent to clients
/// @param mostAtATime the most requests at work together, each from its arrival until all is sent
///   that will be
public record Counters(
    Map<String, Long> byMethod,
    Map<String, Long> byTarget,
    Map<Fault, Long> byFault,
    long bodyBytes,
    int mostAtATime) {
  /// Copies the maps.
  public Counters {
    byMethod = Map.copyOf(byMethod);
    byTarget = Map.copyOf(byTarget);
    byFault = Map.copyOf(byFault);
  }

  /// Requests of all kinds.
  public long requests() {
    return sum(byMethod);
  }

  /// Requests that met a fault.
  public long faults() {
    return sum(byFault);
  }

  private static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
