package io.zenith.testserver;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// Counts for [Counters], from all connections.
final class Tally {
  private final Map<String, Long> byMethod = new HashMap<>();
  private final Map<String, Long> byTarget = new HashMap<>();
  private final Map<Fault, Long> byFault = new EnumMap<>(Fault.class);
  private final LongAdder bodyBytes = new LongAdder();
  private int running;
  private int mostAtATime;

  synchronized void begin(Head request) {
    byMethod.merge(request.method(), 1L, Long::sum);
    byTarget.merge(request.target(), 1L, Long::sum);
    running++;
    mostAtATime = Math.max(mostAtATime, running);
  }

  synchronized void end() {
    running--;
  }

  synchronized void met(Fault fault) {
    byFault.merge(fault, 1L, Long::sum);
  }

  void sends(long bytes) {
    bodyBytes.add(bytes);
  }

  synchronized Counters counters() {
    return new Counters(byMethod, byTarget, byFault, bodyBytes.sum(), mostAtATime);
  }
}
