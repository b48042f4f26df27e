package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// The commands that the texts tell people to type are commands.
class ExamplesTest {
  private static final Pattern EXAMPLE = Pattern.compile("(?m)^ *\\./zenith ([^#\n]*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @Test
  void everyExampleInTheDocsParses() throws IOException {
    Path root = SharedFiles.root();
    List<String> wrong = new ArrayList<>();
    int examples = 0;
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      List<Path> texts =
          Stream.concat(
                  Stream.of(root.resolve("README.md"), root.resolve("datasets/README.md")),
                  docs.filter(file -> file.toString().endsWith(".md")))
              .toList();
      for (Path text : texts) {
        Matcher example = EXAMPLE.matcher(read(text));
        while (example.find()) {
          examples++;
          wrong.addAll(check(text, example.group(1)));
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(examples >= 10, examples + " examples");
  }

  @Test
  void everyExampleInTheHelpParses() {
    List<String> wrong = new ArrayList<>();
    ZenithCommand.commandLine()
        .getSubcommands()
        .forEach((name, command) -> {
          for (String line : command.getCommandSpec().usageMessage().footer()) {
            if (line.startsWith("  zenith ")) {
              wrong.addAll(check(Path.of(name), line.substring("  zenith ".length())));
            }
          }
        });
    assertEquals(List.of(), wrong);
  }

  private static List<String> check(Path where, String example) {
    List<String> words =
        WORD.matcher(example)
            .results()
            .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
            .toList();
    CommandLine line = ZenithCommand.commandLine();
    try {
      line.parseArgs(words.toArray(String[]::new));
      return List.of();
    } catch (ParameterException e) {
      return List.of(where + ": " + example.strip() + ": " + e.getMessage());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
