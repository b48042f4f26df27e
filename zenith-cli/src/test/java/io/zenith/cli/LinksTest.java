package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every link in a Markdown file leads to a file or a heading of the repository, or out of it.
class LinksTest {
  @TempDir private Path folder;

  @Test
  void noLinkOfTheRepositoryIsBroken() throws IOException {
    Links links = Links.of(SharedFiles.root());
    assertEquals(List.of(), links.broken());
    assertTrue(links.count() > 100, links.count() + " links");
  }

  @Test
  void brokenLinksAreFoundWithFileAndLine() throws IOException {
    write(
        "README.md",
        """
        # One
        [a](docs/a.md) [none](docs/none.md)
        [heading](docs/a.md#here-it-is) ![picture](none.png)
        text [none](docs/a.md#not-here "title")

        [here](#one) [not here](#two) [out](../out.md)

        [defined]: docs/none.html
        """);
    write("docs/a.md", "## Here it is\n[back](../README.md) <a href=\"no.md\">no</a>\n");
    assertEquals(
        List.of(
            "README.md:2: docs/none.md: no such file",
            "README.md:3: none.png: no such file",
            "README.md:4: docs/a.md#not-here: no such heading",
            "README.md:6: #two: no such heading",
            "README.md:6: ../out.md: no such file",
            "README.md:8: docs/none.html: no such file",
            "docs/a.md:2: no.md: no such file"),
        Links.of(folder).broken());
  }

  @Test
  void codeHasNoLinksAndBuildsHaveNoPages() throws IOException {
    write("a.md", "`[x](y)` ``[x](`)``\n```\n[x](y)\n# No heading\n```\n    [x](y)\n");
    write("target/b.md", "[x](y)\n");
    write(".hidden/b.md", "[x](y)\n");
    Links links = Links.of(folder);
    assertEquals(List.of(), links.broken());
    assertEquals(0, links.count());
  }

  @Test
  void otherHostsAreNotAsked() throws IOException {
    write("a.md", "[x](https://localhost:1/y) [mail](mailto:a@localhost) <https://localhost:1>\n");
    assertEquals(List.of(), Links.of(folder).broken());
  }

  @Test
  void anchorsAreThoseOfGitHub() throws IOException {
    write(
        "a.md",
        """
        # What is `read PATH...`?
        ## A - b, and *c_d*
        ## Same
        ## Same
        ### [Linked](a.md) heading ##
        <a id="by-hand"></a>
        [1](#what-is-read-path) [2](#a---b-and-c_d) [3](#same) [4](#same-1) [5](#linked-heading)
        [6](#by-hand)
        [wrong](#same-2)
        """);
    assertEquals(List.of("a.md:9: #same-2: no such heading"), Links.of(folder).broken());
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
