package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.luben.zstd.Zstd;
import com.google.flatbuffers.Table;
import io.zenith.Dataset;
import io.zenith.codec.Codec;
import io.zenith.testkit.ChildJvm;
import java.io.File;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/// A user's module, compiled and run with what a dependency on `zenith-arrow` brings and no more:
/// neither arrow-java's vectors nor JSpecify.
final class ModulePathTest {
  private static final String MODULE = "module consumer { requires io.zenith.arrow; }";
  private static final String MAIN =
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

  @TempDir private Path folder;

  private static Path place(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static String modulePath(Path... more) {
    Stream<Path> zenith =
        Stream.of(
                Arrow.class,
                Codec.class,
                Dataset.class,
                LZ4Factory.class,
                Message.class,
                Table.class,
                Zstd.class)
            .map(ModulePathTest::place);
    return Stream.concat(zenith, Stream.of(more))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// What the compiler says.
  private static String compile(Path sources, Path classes) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options = new ArrayList<>(List.of("-Xlint:all,-requires-transitive-automatic"));
    options.addAll(List.of("--module-path", modulePath(), "-d", classes.toString()));
    options.addAll(List.of("--class-path", ""));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> all = Files.list(sources)) {
      compiler
          .getTask(
              messages,
              files,
              null,
              options,
              null,
              files.getJavaFileObjects(all.toArray(Path[]::new)))
          .call();
    }
    return messages.toString();
  }

  @Test
  void aModuleThatRequiresZenithNeedsNeitherArrowJavaNorAnnotations() throws Exception {
    Path sources = Files.createDirectory(folder.resolve("sources"));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Files.writeString(sources.resolve("module-info.java"), MODULE);
    Files.writeString(sources.resolve("Main.java"), MAIN);
    assertEquals("", compile(sources, classes));

    Path file = RealFiles.counting(folder.resolve("t.arrow"), 2, 50);
    ChildJvm.Result result =
        ChildJvm.of("consumer.Main")
            .flags("--module-path", modulePath(classes), "--add-modules", "consumer")
            .classPath(sources.toString())
            .arguments(file)
            .run();
    String expected = "100 rows to 99, module consumer, module io.zenith.arrow";
    assertEquals(new ChildJvm.Result(0, expected, ""), result);
  }
}
