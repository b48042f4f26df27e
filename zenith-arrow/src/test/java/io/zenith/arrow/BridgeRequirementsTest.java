package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.bridge.ArrowBridge;
import io.zenith.testkit.ChildJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said where a jar or a flag is missing that arrow-java needs.
final class BridgeRequirementsTest {
  private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow";
  private static final String OPEN = "--add-opens=java.base/java.nio=ALL-UNNAMED";
  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";
  private static final String FLAG = "arrow-java does not run in this JVM: start it with ";
  private static final String JAR =
      "the bridge to arrow-java needs a jar that is missing: add the dependency"
          + " org.apache.arrow:";

  @TempDir private Path folder;

  private ChildJvm child(Class<?> main, String... missing) throws Exception {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> Arrays.stream(missing).noneMatch(entry::contains))
            .collect(Collectors.joining(File.pathSeparator));
    Path file = RealFiles.counting(folder.resolve("t.arrow"), 2, 50);
    return ChildJvm.of(main).arguments(file).classPath(classPath);
  }

  private static void assertPrints(String expected, ChildJvm child) throws Exception {
    ChildJvm.Result result = child.run();
    assertEquals(new ChildJvm.Result(0, expected + "\n", ""), result);
  }

  @Test
  void vectorsNeedOneFlag() throws Exception {
    assertPrints("50 rows", child(Root.class).flags(UNSAFE));
    assertPrints(FLAG + UNSAFE + ", or with -Dio.netty.noUnsafe=false", child(Root.class));
  }

  @Test
  void streamsNeedAnother() throws Exception {
    assertPrints("50 rows", child(Stream.class).flags(UNSAFE, OPEN, NATIVE));
    assertPrints(FLAG + OPEN, child(Stream.class).flags(UNSAFE, NATIVE));
  }

  @Test
  void aMissingJarIsNamed() throws Exception {
    assertPrints(JAR + "arrow-vector", child(Root.class, "arrow-vector").flags(UNSAFE));
    assertPrints(JAR + "arrow-memory-netty", child(Root.class, "arrow-memory-netty").flags(UNSAFE));
    assertPrints(JAR + "arrow-c-data", child(Stream.class, "arrow-c-data").flags(UNSAFE, OPEN));
  }

  /// Shows a batch as vectors.
  static final class Root {
    private Root() {}

    public static void main(String[] arguments) throws Exception {
      try (DataLoader loader = Dataset.open(arguments[0]).loader(50).build();
          BufferAllocator allocator = ArrowBridge.allocator();
          VectorSchemaRoot root = ArrowBridge.root(loader.iterator().next(), allocator)) {
        System.out.println(root.getRowCount() + " rows");
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /// Shows a loader as a stream, and that as a dataset.
  static final class Stream {
    private Stream() {}

    public static void main(String[] arguments) throws Exception {
      try (DataLoader loader = Dataset.open(arguments[0]).loader(50).build();
          BufferAllocator allocator = ArrowBridge.allocator();
          var stream = ArrowBridge.export(loader, allocator);
          DataLoader back = Dataset.of(ArrowBridge.stream(stream, allocator)).loader(50).build()) {
        Batch batch = back.iterator().next();
        System.out.println(batch.rows() + " rows");
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
