package io.zenith.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What is known of the terminal, without native code.
final class Terminal {
  /// The width where none is known: files and pipes, which people read in wide windows.
  static final int DEFAULT_WIDTH = 120;

  private static final int STDOUT = 1;
  private static final int STDERR = 2;

  private Terminal() {}

  /// Whether someone watches stderr.
  static boolean isErrWatched() {
    return isTerminal(STDERR);
  }

  /// How many characters fit in a line of stdout.
  static int width() {
    return isTerminal(STDOUT) ? askedWidth() : DEFAULT_WIDTH;
  }

  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    if (Files.isSymbolicLink(link)) {
      try {
        String target = Files.readSymbolicLink(link).toString();
        return target.startsWith("/dev/pts/")
            || target.startsWith("/dev/tty")
            || target.equals("/dev/console");
      } catch (IOException _) {
        return false;
      }
    }
    return isConsoleTerminal();
  }

  /// Elsewhere than on Linux, the JVM knows of stdin and stdout together.
  @SuppressWarnings("SystemConsoleNull") // it is null without a terminal, unless jdk.console is set
  private static boolean isConsoleTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /// `stty size` prints rows and columns of the terminal on its stdin.
  private static int askedWidth() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      int columns = Integer.parseInt(answer.substring(answer.indexOf(' ') + 1));
      return columns > 0 ? columns : DEFAULT_WIDTH;
    } catch (IOException | NumberFormatException _) {
      return DEFAULT_WIDTH;
    }
  }
}
