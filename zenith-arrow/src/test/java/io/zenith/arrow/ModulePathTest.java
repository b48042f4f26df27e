package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.luben.zstd.Zstd;
import com.google.flatbuffers.Table;
import io.zenith.Dataset;
import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.codec.Codec;
import io.zenith.testkit.ChildJvm;
import java.io.File;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import net.jpountz.lz4.LZ4Factory;
import org.apache.arrow.flatbuf.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Modules of users, compiled and run with the jars that they need and no others.
final class ModulePathTest {
  private static final String PLAIN = "module consumer { requires io.zenith.arrow; }";
  private static final String READ =
      """
      package consumer;

      import io.zenith.Batch;
      import io.zenith.DataLoader;
      import io.zenith.Dataset;
      import io.zenith.arrow.Arrow;

      final class Main {
        public static void main(String[] arguments) throws Exception {
          String[] texts = new String[50];
          long rows = 0;
          try (DataLoader loader = Dataset.open(arguments[0]).loader(50).build()) {
            for (Batch batch : loader) {
              batch.strings("s").copyTo(texts, 0);
              rows += batch.rows();
            }
          }
          System.out.print(rows + " rows to " + texts[49]);
          System.out.print(", " + Main.class.getModule() + ", " + Arrow.class.getModule());
        }
      }
      """;
  private static final String WITH_VECTORS =
      """
      module consumer {
        requires io.zenith.arrow;
        requires org.apache.arrow.memory.core;
        requires org.apache.arrow.vector;
        requires org.apache.arrow.c;
      }
      """;
  private static final String BRIDGE =
      """
      package consumer;

      import io.zenith.DataLoader;
      import io.zenith.Dataset;
      import io.zenith.arrow.bridge.ArrowBridge;
      import org.apache.arrow.memory.BufferAllocator;
      import org.apache.arrow.vector.VectorSchemaRoot;

      final class Main {
        public static void main(String[] arguments) throws Exception {
          try (BufferAllocator allocator = ArrowBridge.allocator();
              DataLoader loader = Dataset.open(arguments[0]).loader(50).build();
              VectorSchemaRoot root = ArrowBridge.root(loader.iterator().next(), allocator)) {
            System.out.print(root.getRowCount() + " rows, " + ArrowBridge.class.getModule());
          }
        }
      }
      """;

  @TempDir private Path folder;

  private static String place(Class<?> type) {
    URI place = URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString());
    return Path.of(place).toString();
  }

  /// What a dependency on `zenith-arrow` brings: neither arrow-java's vectors nor JSpecify.
  private static final String ZENITH =
      Stream.of(
              Arrow.class,
              ArrowSchema.class,
              Codec.class,
              Dataset.class,
              LZ4Factory.class,
              Message.class,
              Table.class,
              Zstd.class)
          .map(ModulePathTest::place)
          .collect(Collectors.joining(File.pathSeparator));

  /// Jars of this JVM, by parts of their names.
  private static String jars(String... parts) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(
            jar -> Arrays.stream(parts).anyMatch(Path.of(jar).getFileName().toString()::contains))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String joined(String... paths) {
    return String.join(File.pathSeparator, paths);
  }

  /// Compiles a module without a warning, to a folder.
  private String compile(String module, String main, String modulePath) throws Exception {
    Path sources = Files.createDirectory(folder.resolve("sources"));
    Path[] files = {
      Files.writeString(sources.resolve("module-info.java"), module),
      Files.writeString(sources.resolve("Main.java"), main)
    };
    String classes = folder.resolve("classes").toString();
    List<String> options =
        List.of("-Xlint:all", "--module-path", modulePath, "--class-path", "", "-d", classes);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var units = manager.getJavaFileObjects(files);
      compiler.getTask(messages, manager, null, options, null, units).call();
    }
    assertEquals("", messages.toString());
    return classes;
  }

  private ChildJvm consumer(String modulePath) throws Exception {
    return ChildJvm.of("consumer.Main")
        .flags("--module-path", modulePath, "--add-modules", "consumer")
        .arguments(RealFiles.counting(folder.resolve("t.arrow"), 2, 50));
  }

  @Test
  void aModuleThatRequiresZenithNeedsNeitherArrowJavaNorAnnotations() throws Exception {
    String classes = compile(PLAIN, READ, ZENITH);
    ChildJvm child = consumer(joined(ZENITH, classes)).classPath(folder.toString());
    String expected = "100 rows to 99, module consumer, module io.zenith.arrow";
    assertEquals(new ChildJvm.Result(0, expected, ""), child.run());
  }

  /// arrow-memory-netty lies on the class path: as a module it does not find netty.
  @Test
  void aModuleThatBridgesRequiresArrowJavaItself() throws Exception {
    String arrowJava =
        jars(
            "arrow-vector",
            "arrow-c-data",
            "arrow-memory-core",
            "jackson",
            "slf4j-api",
            "commons-codec");
    String classes = compile(WITH_VECTORS, BRIDGE, joined(ZENITH, arrowJava));
    ChildJvm child =
        consumer(joined(ZENITH, arrowJava, classes))
            .classPath(jars("netty", "slf4j-nop"))
            .flags("--sun-misc-unsafe-memory-access=allow");
    String expected = "50 rows, module io.zenith.arrow";
    assertEquals(new ChildJvm.Result(0, expected, ""), child.run());
  }
}
