package io.zenith.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts JVMs for what is measured, with this JVM's java and class path.
final class WorkerJvm {
  /// The first touch of heap pages costs 25 times a warm one on virtual machines, so all of the
  /// heap is touched before. arrow-java needs the last two.
  static final List<String> OPTIONS =
      List.of(
          "-Xms256m",
          "-Xmx256m",
          "-XX:+AlwaysPreTouch",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.nio=ALL-UNNAMED");

  /// Whoever starts a worker ends it, or Ctrl-C does: at once, since it has nothing to clean up.
  /// Without this, a JVM that is told to end while it starts complains on stderr (JDK 25).
  private static final String ENDS_AT_ONCE = "-Xrs";

  private WorkerJvm() {}

  /// That of this JVM, and the folder of jars that the launcher has made for trainings.
  private static String classPath() {
    String own = System.getProperty("java.class.path");
    String engines = System.getProperty("zenith.engines");
    return engines == null ? own : own + File.pathSeparator + engines + File.separator + "*";
  }

  /// A process that runs a class of this package; it is the caller's to end.
  ///
  /// @param options more options for the JVM
  static Process start(Class<?> main, List<String> options, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(ENDS_AT_ONCE);
    command.addAll(OPTIONS);
    command.addAll(Keep.JVM_OPTIONS);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), main.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
