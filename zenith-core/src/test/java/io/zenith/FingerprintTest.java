package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.RawFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One fingerprint for one content, wherever it lies; another for any other.
class FingerprintTest {
  @TempDir private Path root;

  private Path folder(String name, String... files) throws IOException {
    Path folder = root.resolve(name);
    long from = 0;
    for (String file : files) {
      Files.createDirectories(folder.resolve(file).getParent());
      RawFormat.write(folder.resolve(file), from, 3);
      from += 3;
    }
    return folder;
  }

  private static String fingerprint(Path... places) throws IOException {
    String[] names = new String[places.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = places[i].toString();
    }
    String print = Dataset.open(names).fingerprint();
    assertTrue(print.matches("[0-9a-f]{64}"), print);
    return print;
  }

  @Test
  void placeTimeAndSelectionDoNotCount() throws Exception {
    Path here = folder("here", "x/a.raw", "x/b.raw", "y/a.raw");
    Path there = folder("some/where else", "x/a.raw", "x/b.raw", "y/a.raw");
    Files.setLastModifiedTime(there.resolve("x/a.raw"), FileTime.fromMillis(0));
    String print = fingerprint(here);
    assertEquals(print, fingerprint(there));
    assertEquals(print, fingerprint(here.resolve("y"), here.resolve("x")));
    assertEquals(
        print,
        fingerprint(here.resolve("y/a.raw"), here.resolve("x/b.raw"), here.resolve("x/a.raw")));
    assertEquals(print, Dataset.open(here.toString()).select("id").fingerprint());
    assertEquals(print, Dataset.open("file:" + here + "/**").fingerprint());
    Path moved = root.resolve("moved");
    Files.move(here, moved);
    assertEquals(print, fingerprint(moved));
  }

  @Test
  void namesCountRelativeToTheLongestCommonFolder() throws Exception {
    Path one = folder("one", "deep/down/a.raw");
    Path two = folder("two", "a.raw");
    assertEquals(fingerprint(one), fingerprint(two));
    Path both = folder("both", "deep/a.raw", "deep/b.raw");
    Path flat = folder("flat", "a.raw", "b.raw");
    assertEquals(fingerprint(both), fingerprint(flat));
    // The common prefix of the names `ab1` and `ab2` is no folder.
    Path prefix = folder("prefix", "ab1/a.raw", "ab2/a.raw");
    Path shorter = folder("shorter", "1/a.raw", "2/a.raw");
    assertTrue(!fingerprint(prefix).equals(fingerprint(shorter)));
  }

  @Test
  void namesSizesRowsAndContentCount() throws Exception {
    List<String> prints = new ArrayList<>();
    prints.add(of(base("a.mem", "b.mem")));
    prints.add(of(base("a.mem", "c.mem")));
    prints.add(of(base("a.mem")));
    prints.add(of(base("a.mem", "b.mem", "c.mem")));
    List<MemFile> content = base("a.mem", "b.mem");
    content.get(1).identity("other content");
    prints.add(of(content));
    List<MemFile> more = base("a.mem", "b.mem");
    more.get(1).split(Ids.batch(8, 1));
    prints.add(of(more));
    MemFile rows = Ids.file("b.mem", false, 4, 3);
    prints.add(of(List.of(Ids.file("a.mem", false, 0, 4), rows)));
    MemFile cutElsewhere = Ids.file("b.mem", false, 4, 2, 2);
    prints.add(of(List.of(Ids.file("a.mem", false, 0, 4), cutElsewhere)));
    // A row of the second file that belongs to the first.
    prints.add(of(List.of(Ids.file("a.mem", false, 0, 5), Ids.file("b.mem", false, 5, 3))));
    MemFile first = Ids.file("a.mem", false, 0, 4, 4);
    prints.add(of(List.of(first, Ids.file("b.mem", false))));
    List<MemFile> larger = base("a.mem", "b.mem");
    larger.get(1).padding(1);
    prints.add(of(larger));
    prints.add(of(split(List.of("x", "y"), List.of("z"))));
    prints.add(of(split(List.of("x"), List.of("y", "z"))));
    Set<String> different = new HashSet<>(prints);
    assertEquals(prints.size(), different.size(), prints::toString);
    assertEquals(prints.getFirst(), of(base("a.mem", "b.mem")));
  }

  /// Two files of splits with these identities, a row each.
  private static List<MemFile> split(List<String> first, List<String> second) {
    List<MemFile> files = List.of(Ids.file("a.mem", false), Ids.file("b.mem", false));
    first.forEach(identity -> files.get(0).split(Ids.batch(0, 1)).identity(identity));
    second.forEach(identity -> files.get(1).split(Ids.batch(0, 1)).identity(identity));
    return files;
  }

  private static List<MemFile> base(String... names) {
    List<MemFile> files = new ArrayList<>();
    for (String name : names) {
      files.add(Ids.file(name, false, 4L * files.size(), 4));
    }
    return files;
  }

  private static String of(List<MemFile> files) throws IOException {
    try (MemFolder folder = MemFolder.of(files.toArray(MemFile[]::new))) {
      return folder.open().fingerprint();
    }
  }

  @Test
  void aByteMoreInAFileCounts() throws Exception {
    Path folder = folder("a", "x.raw", "y.raw");
    String before = fingerprint(folder);
    byte[] bytes = Files.readAllBytes(folder.resolve("y.raw"));
    bytes[bytes.length - 1] ^= 1;
    Files.write(folder.resolve("y.raw"), bytes);
    String flipped = fingerprint(folder);
    byte[] longer = java.util.Arrays.copyOf(bytes, bytes.length + 1);
    Files.write(folder.resolve("y.raw"), longer);
    assertEquals(3, Set.of(before, flipped, fingerprint(folder)).size());
  }
}
