package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Python;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The docs are a site in which no link is broken and no page is missing. It asks no other host for
/// anything.
class SiteTest {
  private static final Pattern FETCHED =
      Pattern.compile("<(?:script|img|iframe|link)[^>]* (?:src|href)=\"(?:https?:)?//");

  @TempDir private Path folder;

  @Test
  void mkdocsBuildsItWithoutAWarning() throws Exception {
    Python.require("mkdocs, material");
    Path root = SharedFiles.root();
    Python.run(
        """
        import sys
        from mkdocs.__main__ import cli
        cli(["build", "--strict", "--config-file", sys.argv[1], "--site-dir", sys.argv[2]])
        """,
        root.resolve("mkdocs.yml").toString(),
        folder.toString());
    assertTrue(Files.readString(folder.resolve("index.html")).contains("tutorial.html"));
    try (Stream<Path> docs = Files.walk(root.resolve("docs"));
        Stream<Path> pages = Files.walk(folder)) {
      long texts = docs.filter(file -> file.toString().endsWith(".md")).count();
      assertTrue(texts + 1 <= pages.filter(SiteTest::standsAlone).count(), texts + " texts");
    }
  }

  private static boolean standsAlone(Path page) {
    if (!page.toString().endsWith(".html")) {
      return false;
    }
    try {
      assertFalse(FETCHED.matcher(Files.readString(page)).find(), page.toString());
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
