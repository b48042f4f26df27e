package io.zenith.cli;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The links between the Markdown files of a folder, as GitHub reads them. What leads to other
/// hosts is not followed.
final class Links {
  private static final Pattern FENCE = Pattern.compile(" {0,3}(```|~~~).*");
  private static final Pattern INDENTED = Pattern.compile("( {4}|\t).*");
  private static final Pattern CODE = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
  private static final Pattern HEADING = Pattern.compile(" {0,3}#{1,6} +(.*?)(?: +#+)? *");
  private static final Pattern TEXT_OF_LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
  private static final Pattern OTHER_HOST = Pattern.compile("[a-z][a-z0-9+.-]*:.*");

  /// Where a link leads: inline, in HTML, or defined for others.
  private static final Pattern LINK =
      Pattern.compile(
          "]\\(\\s*<?([^)\\s>]+)|<(?:a|img)[^>]* (?:href|src)=\"([^\"]+)\"|^ {0,3}\\[[^]]+]:\\s*(\\S+)");

  private final Path root;
  private final Map<Path, Page> pages = new TreeMap<>();

  /// @param headings the anchors of a page
  /// @param links where its links lead, each behind the number of its line
  private record Page(Set<String> headings, List<Link> links) {}

  private record Link(int line, String target) {}

  private Links(Path root) {
    this.root = root;
  }

  /// Those of all Markdown files in a folder but its hidden folders and builds.
  static Links of(Path root) throws IOException {
    Links links = new Links(root.toAbsolutePath().normalize());
    Files.walkFileTree(links.root, links.reader());
    return links;
  }

  private SimpleFileVisitor<Path> reader() {
    return new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        String name = folder.getFileName().toString();
        boolean isSource = !name.startsWith(".") && !name.equals("target");
        return isSource || folder.equals(root)
            ? FileVisitResult.CONTINUE
            : FileVisitResult.SKIP_SUBTREE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
          throws IOException {
        if (file.toString().endsWith(".md")) {
          pages.put(file, page(Files.readAllLines(file)));
        }
        return FileVisitResult.CONTINUE;
      }
    };
  }

  private static Page page(List<String> lines) {
    Page page = new Page(new HashSet<>(), new ArrayList<>());
    Map<String, Integer> seen = new HashMap<>();
    boolean isCode = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (FENCE.matcher(line).matches()) {
        isCode = !isCode;
      } else if (!isCode && !INDENTED.matcher(line).matches()) {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
          String anchor = anchor(heading.group(1));
          int before = seen.merge(anchor, 1, Integer::sum) - 1;
          page.headings.add(before == 0 ? anchor : anchor + "-" + before);
        }
        read(CODE.matcher(line).replaceAll(""), i + 1, page);
      }
    }
    return page;
  }

  private static void read(String line, int number, Page page) {
    ANCHOR.matcher(line).results().forEach(found -> page.headings.add(found.group(1)));
    Matcher link = LINK.matcher(line);
    while (link.find()) {
      for (int group = 1; group <= link.groupCount(); group++) {
        String target = link.group(group);
        if (target != null && !OTHER_HOST.matcher(target).matches()) {
          page.links.add(new Link(number, target));
        }
      }
    }
  }

  /// What GitHub calls a heading: its text in lower case, with a hyphen for each blank, and without
  /// other signs.
  private static String anchor(String heading) {
    return TEXT_OF_LINK
        .matcher(heading)
        .replaceAll("$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]", "")
        .replace(' ', '-');
  }

  /// How many there are.
  int count() {
    return pages.values().stream().mapToInt(page -> page.links.size()).sum();
  }

  /// Those that lead nowhere: `docs/page.md:12: other.md#part: no such heading`.
  List<String> broken() {
    List<String> broken = new ArrayList<>();
    pages.forEach((file, page) -> {
      for (Link link : page.links) {
        String fault = fault(file, link.target);
        if (!fault.isEmpty()) {
          broken.add(root.relativize(file) + ":" + link.line + ": " + link.target + ": " + fault);
        }
      }
    });
    return broken;
  }

  private String fault(Path file, String target) {
    int hash = target.indexOf('#');
    String name = hash < 0 ? target : target.substring(0, hash);
    Path there =
        name.isEmpty()
            ? file
            : file.resolveSibling(URLDecoder.decode(name, StandardCharsets.UTF_8)).normalize();
    if (!there.startsWith(root) || !Files.exists(there)) {
      return "no such file";
    }
    Page page = pages.get(there);
    boolean isThere =
        hash < 0 || (page != null && page.headings.contains(target.substring(hash + 1)));
    return isThere ? "" : "no such heading";
  }
}
