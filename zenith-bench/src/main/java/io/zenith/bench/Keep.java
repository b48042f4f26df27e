package io.zenith.bench;

import java.util.List;

/// Makes the compiler believe that an object is used, as JMH's blackholes do, so that it is made
/// and not optimised away. Storing it in a field instead would time G1's barriers as well.
final class Keep {
  /// The JVM options without which [#alive] does nothing.
  static final List<String> JVM_OPTIONS =
      List.of(
          "-XX:+UnlockExperimentalVMOptions",
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=blackhole,io/zenith/bench/Keep.alive");

  private Keep() {}

  static void alive(Object object) {}
}
