package io.zenith.testkit;

import io.zenith.internal.pipeline.Ledger;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What this process holds: a snapshot, and what was added since.
///
/// It sees what the library records itself (threads, native memory, open files, each with the stack
/// of its opener), platform threads named `zenith-*`, and on Linux open descriptors of regular
/// files and mappings of files. Jars, shared libraries and the JDK's own files do not count.
public final class LeakCheck {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path MAPPINGS = Path.of("/proc/self/maps");
  private static final String JDK = System.getProperty("java.home");

  /// The sixth field of a line in `/proc/self/maps` is the file.
  private static final int FILE_FIELD = 6;

  private final Set<Throwable> ledger;
  private final Set<Thread> threads;
  private final Map<String, Long> descriptors;
  private final Map<String, Long> mappings;

  private LeakCheck() {
    ledger = Collections.newSetFromMap(new IdentityHashMap<>());
    ledger.addAll(Ledger.open());
    threads = Set.copyOf(zenithThreads());
    descriptors = descriptors();
    mappings = mappings();
  }

  /// What is held now.
  public static LeakCheck snapshot() {
    return new LeakCheck();
  }

  /// What is held now and was not when this snapshot was made: a text for each. What is on its way
  /// to its end gets some time for it.
  public List<String> leaks(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    List<String> found = compare();
    while (!found.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(5);
      found = compare();
    }
    return found;
  }

  private List<String> compare() {
    List<String> found = new ArrayList<>();
    for (Throwable opened : Ledger.open()) {
      if (!ledger.contains(opened)) {
        found.add(opened.getMessage() + ", opened by:\n" + stack(opened));
      }
    }
    for (Thread thread : zenithThreads()) {
      if (!threads.contains(thread)) {
        found.add("platform thread " + thread.getName() + " in state " + thread.getState());
      }
    }
    added(descriptors, descriptors(), "open descriptor(s) of", found);
    added(mappings, mappings(), "mapped byte(s) of", found);
    return found;
  }

  private static void added(
      Map<String, Long> before, Map<String, Long> after, String what, List<String> found) {
    after.forEach((name, count) -> {
      long more = count - before.getOrDefault(name, 0L);
      if (more > 0) {
        found.add(more + " " + what + " " + name);
      }
    });
  }

  private static String stack(Throwable opened) {
    StringWriter text = new StringWriter();
    opened.printStackTrace(new PrintWriter(text));
    return text.toString().strip();
  }

  private static List<Thread> zenithThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("zenith-"))
        .toList();
  }

  private static Map<String, Long> descriptors() {
    Map<String, Long> open = new HashMap<>();
    if (Files.isDirectory(DESCRIPTORS)) {
      try (DirectoryStream<Path> links = Files.newDirectoryStream(DESCRIPTORS)) {
        for (Path link : links) {
          count(open, link);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return open;
  }

  private static void count(Map<String, Long> open, Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      boolean file = target.endsWith(" (deleted)") || Files.isRegularFile(descriptor);
      if (file && isData(target)) {
        open.merge(target, 1L, Long::sum);
      }
    } catch (IOException _) {
      // closed meanwhile, as is the descriptor of this listing
    }
  }

  private static Map<String, Long> mappings() {
    Map<String, Long> mapped = new HashMap<>();
    if (Files.isReadable(MAPPINGS)) {
      try {
        for (String line : Files.readAllLines(MAPPINGS)) {
          String[] fields = line.split(" +", FILE_FIELD);
          if (fields.length == FILE_FIELD && isData(fields[FILE_FIELD - 1])) {
            mapped.merge(fields[FILE_FIELD - 1], bytes(fields[0]), Long::sum);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return mapped;
  }

  /// The length of a range such as `7f00a000-7f00b000`.
  private static long bytes(String range) {
    int dash = range.indexOf('-');
    return Long.parseUnsignedLong(range.substring(dash + 1), 16)
        - Long.parseUnsignedLong(range.substring(0, dash), 16);
  }

  private static boolean isData(String file) {
    return file.startsWith("/")
        && !file.startsWith(JDK)
        && !file.startsWith("/dev/")
        && !file.startsWith("/memfd:")
        && !file.startsWith("/proc/")
        && !file.contains("hsperfdata")
        && !file.contains(".so")
        && !file.endsWith(".jar");
  }
}
