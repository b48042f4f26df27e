package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// The process of one contender: it answers each line of its standard input with a line of JSON,
/// and ends with it.
///
/// Every contender has a JVM of its own. The compiler specialises code for what it has met, so
/// contenders in one JVM would slow each other down, depending on their order; what "polluted" code
/// has met is chosen instead. And so each has a peak of memory of its own.
final class BenchWorker {
  /// The checksums of all that is delivered.
  static final String CHECKSUMS = "checksums";

  /// Followed by milliseconds: a turn that is not measured.
  static final String WARM_UP = "warm-up";

  /// Followed by milliseconds: a turn.
  static final String TURN = "turn";

  private final Contender contender;
  private final TurnTimer timer;

  private BenchWorker(Contender contender) {
    this.contender = contender;
    this.timer = new TurnTimer(contender);
  }

  /// Serves one contender.
  ///
  /// @param args the contender, the variant, the folder with the files, the name of the case
  public static void main(String[] args) throws IOException, InterruptedException {
    JvmContender kind = JvmContender.valueOf(args[0]);
    Path folder = Path.of(args[2]);
    if (Variant.valueOf(args[1]) == Variant.POLLUTED) {
      Pollution.of(kind, new CaseFiles(folder, PollutionTable.NAME));
    }
    try (Contender contender = kind.open(new CaseFiles(folder, args[3]))) {
      BenchWorker worker = new BenchWorker(contender);
      JsonLines.serve(line -> worker.answer(line.split(" ")));
    }
  }

  private Object answer(String[] command) throws IOException {
    if (command[0].equals(CHECKSUMS)) {
      return contender.checksums().toHex();
    }
    Duration length = Duration.ofMillis(Long.parseLong(command[1]));
    if (command[0].equals(WARM_UP)) {
      timer.warmUp(length);
    }
    return timer.turn(length);
  }
}
