package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every block of Java in the README and the docs compiles.
class CodeBlocksTest {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final Path ROOT = Path.of(System.getProperty("zenith.root"));

  @TempDir private Path classes;

  private record Block(Path file, String code) {}

  /// A block in a method of a class, with what its reader has in mind around it. Imports may stand
  /// before it.
  private static final class Source extends SimpleJavaFileObject {
    private final Block block;

    Source(Block block, int number) {
      super(URI.create("string:///Block" + number + ".java"), Kind.SOURCE);
      this.block = block;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      String name = toUri().getPath().replaceAll("/|\\.java", "");
      return """
      import io.zenith.*;
      import java.nio.file.*;
      %s
      class %s {
        static void train(Object... inputs) {}
        static void run() throws Exception {
          %s
        }
      }
      """
          .formatted(lines(true), name, lines(false));
    }

    private String lines(boolean imports) {
      return block
          .code()
          .lines()
          .filter(line -> line.startsWith("import ") == imports)
          .collect(Collectors.joining("\n"));
    }
  }

  private static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream<Path> files =
          Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
              .filter(file -> file.toString().endsWith(".md"));
      for (Path file : files.toList()) {
        BLOCK
            .matcher(Files.readString(file))
            .results()
            .forEach(found -> blocks.add(new Block(file, found.group(1))));
      }
    }
    return blocks;
  }

  private String errors(Block block, int number) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    List<JavaFileObject> sources = List.of(new Source(block, number));
    List<String> options =
        List.of(
            "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    boolean compiled = compiler.getTask(errors, null, null, options, null, sources).call();
    return compiled ? "" : block.file() + ":\n" + errors;
  }

  @Test
  void everyBlockOfJavaInTheDocsCompiles() throws IOException {
    List<Block> blocks = blocks();
    assertTrue(blocks.stream().anyMatch(block -> block.file().endsWith("README.md")), "in README");
    for (int i = 0; i < blocks.size(); i++) {
      assertEquals("", errors(blocks.get(i), i));
    }
  }

  @Test
  void aBlockThatDoesNotCompileIsFound() {
    Block wrong = new Block(ROOT.resolve("README.md"), "Dataset.open(1);");
    assertTrue(errors(wrong, 1_000).contains("Dataset.open(1)"));
  }
}
