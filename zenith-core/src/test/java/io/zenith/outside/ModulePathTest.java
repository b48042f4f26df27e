package io.zenith.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.RawFormat;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The core as a named module, without any module but `java.base`, and as a jar on the class path.
class ModulePathTest {
  @TempDir private Path root;

  /// Reads a file of a format that lies on the class path.
  static final class Reader {
    public static void main(String[] arguments) throws Exception {
      long rows = 0;
      // Shuffled, so that more is done than to look at a mapping.
      try (DataLoader loader = Dataset.open(arguments[0]).loader(4).shuffle(1).build()) {
        for (Batch batch : loader) {
          rows += batch.longs("id").rows();
        }
      }
      System.out.print(rows + " rows, " + Dataset.class.getModule());
    }
  }

  /// As the reader, and says what the Flight Recorder has seen.
  static final class Recorder {
    public static void main(String[] arguments) throws Exception {
      Path file = Path.of(arguments[0] + ".jfr");
      try (Recording recording = new Recording()) {
        recording.start();
        Reader.main(arguments);
        recording.dump(file);
      }
      RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().equals("zenith.Gather"))
          .forEach(event -> System.out.print(", gathered " + event.getString("what")));
    }
  }

  private static final Path CORE = core();

  private static Path core() {
    try {
      URI place = Dataset.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(place);
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private ChildJvm child(Class<?> main) throws Exception {
    return ChildJvm.of(main).arguments(RawFormat.write(root.resolve("a.raw"), 0, 10));
  }

  @Test
  void aNamedCoreNeedsTheBaseModuleOnlyAndFindsFormatsOnTheClassPath() throws Exception {
    ChildJvm.Result result =
        named(Reader.class).flags("--limit-modules", "java.base,io.zenith.core").run();
    assertEquals("10 rows, module io.zenith.core", result.stdout(), result::toString);
    assertEquals("", result.stderr());
  }

  /// In a JVM that has loaded nothing before: the recorder looks at the classes of events then.
  @Test
  void theFlightRecorderIsToldWhereThereIsOne() throws Exception {
    for (ChildJvm recorder : List.of(named(Recorder.class), child(Recorder.class))) {
      ChildJvm.Result result = recorder.run();
      assertTrue(result.stdout().contains(", gathered epoch 0, step"), result::toString);
    }
  }

  private ChildJvm named(Class<?> main) throws Exception {
    String rest =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !Path.of(entry).equals(CORE))
            .collect(Collectors.joining(File.pathSeparator));
    return child(main)
        .flags("--module-path", CORE.toString(), "--add-modules", "io.zenith.core")
        .classPath(rest);
  }

  @Test
  void onTheClassPathAPlainJvmPrintsNothing() throws Exception {
    ChildJvm.Result result = child(Reader.class).run();
    assertEquals("", result.stderr());
    assertEquals(0, result.exitCode());
  }
}
