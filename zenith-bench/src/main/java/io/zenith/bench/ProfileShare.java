package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/// How much of the time of all threads is spent in a method and what it calls, by the samples of
/// the JDK's flight recorder: for what cannot be switched off to measure without it.
final class ProfileShare {
  private static final String SAMPLE = "jdk.ExecutionSample";
  private static final Duration PERIOD = Duration.ofMillis(10);

  private ProfileShare() {}

  /// Runs, and returns the share of the samples of code of Zenith; NaN if there is none of the
  /// method, which may have another name by now.
  ///
  /// @param method with package and class
  static double of(String method, PassReader.Pass run) throws IOException, InterruptedException {
    Path file = Files.createTempFile("zenith-bench", ".jfr");
    try {
      try (Recording recording = new Recording()) {
        recording.enable(SAMPLE).withPeriod(PERIOD);
        recording.start();
        run.run();
        recording.stop();
        recording.dump(file);
      }
      List<RecordedEvent> samples =
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> event.getEventType().getName().equals(SAMPLE))
              .filter(event -> isIn(event, "io.zenith."))
              .toList();
      long within = samples.stream().filter(event -> isIn(event, method)).count();
      return within == 0 ? Double.NaN : (double) within / samples.size();
    } finally {
      Files.delete(file);
    }
  }

  private static boolean isIn(RecordedEvent sample, String prefix) {
    return sample.getStackTrace() != null
        && sample.getStackTrace().getFrames().stream()
            .map(RecordedFrame::getMethod)
            .anyMatch(method -> name(method).startsWith(prefix));
  }

  private static String name(RecordedMethod method) {
    return method.getType().getName() + "." + method.getName();
  }
}
