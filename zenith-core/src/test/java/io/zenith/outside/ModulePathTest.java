package io.zenith.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.RawFormat;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The core as a named module, without any module but `java.base`, and as a jar on the class path.
class ModulePathTest {
  @TempDir private Path root;

  /// Reads a file of a format that lies on the class path.
  static final class Reader {
    public static void main(String[] arguments) throws Exception {
      long rows = 0;
      try (DataLoader loader = Dataset.open(arguments[0]).loader(4).build()) {
        for (Batch batch : loader) {
          rows += batch.longs("id").rows();
        }
      }
      System.out.print(rows + " rows, " + Dataset.class.getModule());
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

  private ChildJvm reader() throws Exception {
    return ChildJvm.of(Reader.class).arguments(RawFormat.write(root.resolve("a.raw"), 0, 10));
  }

  @Test
  void aNamedCoreNeedsTheBaseModuleOnlyAndFindsFormatsOnTheClassPath() throws Exception {
    String rest =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !Path.of(entry).equals(CORE))
            .collect(Collectors.joining(File.pathSeparator));
    ChildJvm.Result result =
        reader()
            .flags("--module-path", CORE.toString(), "--add-modules", "io.zenith.core")
            .flags("--limit-modules", "java.base,io.zenith.core")
            .classPath(rest)
            .run();
    assertEquals("10 rows, module io.zenith.core", result.stdout(), result::toString);
    assertEquals("", result.stderr());
  }

  @Test
  void onTheClassPathAPlainJvmPrintsNothing() throws Exception {
    ChildJvm.Result result = reader().run();
    assertEquals("", result.stderr());
    assertEquals(0, result.exitCode());
  }
}
