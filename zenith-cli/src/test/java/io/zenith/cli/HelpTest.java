package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
  private static final Map<String, CommandLine> COMMANDS =
      ZenithCommand.commandLine().getSubcommands();

  @Test
  void everyCommandHasHelpWithTwoExamples() {
    for (String name : COMMANDS.keySet()) {
      Cli.Result help = Cli.succeed(name, "--help");
      assertEquals("", help.err());
      long examples =
          help.lines().stream().filter(line -> line.startsWith("  zenith " + name)).count();
      assertTrue(examples >= 2, help.out());
    }
  }

  @Test
  void helpListsAllCommands() {
    String help = Cli.succeed("--help").out();
    assertEquals(help, Cli.succeed("help").out());
    for (String name : COMMANDS.keySet()) {
      assertTrue(help.contains("\n  " + name + " "), name);
    }
  }

  @Test
  void helpFitsInAHundredColumns() {
    for (String name : COMMANDS.keySet()) {
      for (String line : Cli.succeed(name, "--help").lines()) {
        assertTrue(line.length() <= 100, line);
      }
    }
  }

  @Test
  void theReferenceNamesEveryOptionOfEveryCommand() throws IOException {
    String reference = Files.readString(SharedFiles.root().resolve("docs/reference.md"));
    List<String> missing = new ArrayList<>();
    COMMANDS.forEach((name, command) -> {
      String section = section(reference, name);
      if (section.isEmpty()) {
        missing.add(name);
      }
      for (OptionSpec option : command.getCommandSpec().options()) {
        boolean common = option.longestName().matches("--(help|stacktrace)");
        if (!(common ? reference : section).contains("`" + option.longestName())) {
          missing.add(name + " " + option.longestName());
        }
      }
    });
    missing.remove("help");
    assertEquals(List.of(), missing);
  }

  private static String section(String reference, String command) {
    int start = reference.indexOf("\n## `" + command);
    if (start < 0) {
      return "";
    }
    int end = reference.indexOf("\n## ", start + 1);
    return reference.substring(start, end < 0 ? reference.length() : end);
  }

  @Test
  void versionNamesJvmAndFormats() {
    List<String> lines = Cli.succeed("--version").lines();
    assertTrue(lines.getFirst().startsWith("zenith "), lines.toString());
    assertTrue(lines.get(1).contains(System.getProperty("java.vm.version")), lines.toString());
    assertTrue(lines.get(2).startsWith("formats: arrow"), lines.toString());
  }
}
