package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A way to make the system forget a file that it holds in memory.
enum PageCache {
  /// `posix_fadvise(POSIX_FADV_DONTNEED)` by GNU dd: this file only, and anyone may.
  FADVISE("posix_fadvise by dd iflag=nocache") {
    @Override
    boolean drop(Path file) throws IOException, InterruptedException {
      return succeeds(List.of("dd", "if=" + file, "iflag=nocache", "count=0"));
    }
  },
  /// All files; root only.
  DROP_CACHES("/proc/sys/vm/drop_caches") {
    @Override
    boolean drop(Path file) throws IOException {
      Path switches = Path.of("/proc/sys/vm/drop_caches");
      if (!Files.isWritable(switches)) {
        return false;
      }
      Files.writeString(switches, "1");
      return true;
    }
  };

  private final String title;

  PageCache(String title) {
    this.title = title;
  }

  /// How, in words.
  String title() {
    return title;
  }

  /// Drops a file that nobody has mapped.
  ///
  /// @return whether the system took it; whether it did it is to be checked
  abstract boolean drop(Path file) throws IOException, InterruptedException;

  private static boolean succeeds(List<String> command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
