package io.zenith.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The page about the public API has each type of the list, and no other.
class ApiDocumentTest {
  private static final Path DOCS = Path.of(System.getProperty("zenith.root"), "docs");

  /// The name of a type that stands in no other.
  private static final Pattern LISTED =
      Pattern.compile(
          "^public .*?(?:class|interface|enum|record) ([a-z.]+[0-9a-z.]*[A-Z]\\w*)\\b(?!\\$)");

  private static final Pattern NAMED = Pattern.compile("`(?:[a-z0-9]+\\.)*([A-Z]\\w*)`");

  private static Set<String> found(Pattern pattern, List<String> lines) {
    return lines.stream()
        .flatMap(line -> pattern.matcher(line).results())
        .map(match -> match.group(1))
        .map(name -> name.substring(name.lastIndexOf('.') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyTypeHasALine() throws IOException {
    Set<String> listed = found(LISTED, Files.readAllLines(DOCS.resolve("api.txt")));
    assertTrue(listed.contains("Dataset") && listed.size() > 100, listed::toString);
    List<String> tables =
        Files.readAllLines(DOCS.resolve("api.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(0, line.indexOf('|', 2)))
            .toList();
    assertEquals(listed, found(NAMED, tables));
  }
}
