package io.zenith.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.testkit.ChildJvm;
import io.zenith.testkit.SharedFiles;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A format reads with what its module brings, as the README says it, and prints nothing: tests
/// have more on their class path than users.
class RuntimeClassPathTest {
  @TempDir private Path folder;

  private static final List<String> ARROW =
      List.of(
          "zenith-arrow",
          "zenith-arrow-schema",
          "zenith-codec",
          "arrow-format",
          "flatbuffers",
          "lz4",
          "zstd-jni");

  private static final List<String> PARQUET =
      List.of(
          "zenith-parquet",
          "zenith-arrow-schema",
          "zenith-codec",
          "arrow-format",
          "flatbuffers",
          "parquet-format-structures",
          "lz4",
          "zstd-jni",
          "dec");

  private static void requireRows(int rows, Path file, List<String> jars) throws Exception {
    List<String> all = new ArrayList<>(jars);
    all.add("zenith-core");
    String own = Reader.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> all.stream().anyMatch(jar -> isOf(entry, jar)))
            .collect(Collectors.joining(File.pathSeparator));
    ChildJvm.Result result =
        ChildJvm.of(Reader.class)
            .arguments(file)
            .classPath(own + File.pathSeparator + classPath)
            .run();
    assertEquals(new ChildJvm.Result(0, rows + " rows\n", ""), result);
  }

  /// Whether an entry of the class path is that jar, or the classes of that module.
  private static boolean isOf(String entry, String jar) {
    String name = Path.of(entry).getFileName().toString();
    return entry.endsWith("/" + jar + "/target/classes")
        || (name.matches(jar + "(-java)?-[0-9].*[.]jar") && !name.endsWith("-tests.jar"));
  }

  @Test
  void arrow() throws Exception {
    requireRows(10_000, SharedFiles.require("datasets/fashion-mnist/test.arrow"), ARROW);
  }

  @Test
  void parquet() throws Exception {
    requireRows(10_000, SharedFiles.require("datasets/fashion-mnist/test.parquet"), PARQUET);
  }

  @Test
  void csv() throws Exception {
    Path file = Files.writeString(folder.resolve("t.csv"), "a,b\n1,x\n2,y\n");
    requireRows(2, file, List.of("zenith-csv"));
  }

  /// Reads a file.
  static final class Reader {
    private Reader() {}

    public static void main(String[] arguments) throws Exception {
      long rows = 0;
      try (DataLoader loader = Dataset.open(arguments[0]).loader(64).build()) {
        for (Batch batch : loader) {
          rows += batch.rows();
        }
      }
      System.out.println(rows + " rows");
    }
  }
}
