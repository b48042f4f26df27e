package io.zenith.internal.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Which files a location names, on the local file system.
class ListingTest {
  private final Storage storage = new LocalStorage();

  @TempDir private Path root;

  private Path file(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, new byte[3]);
  }

  /// The names that a location gives, relative to the root, sorted.
  private Set<String> list(String location) throws IOException {
    return relative(storage.list(Locations.uri(location)));
  }

  private Set<String> relative(List<StoredFile> files) {
    return files.stream()
        .map(file -> root.relativize(Path.of(file.uri())).toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> under(String glob) throws IOException {
    return list(root + "/" + glob);
  }

  @Test
  void aFolderGivesAllFilesBelowButHiddenOnes() throws Exception {
    for (String name :
        List.of("a.x", "b/c.x", "b/d/e.x", ".hidden", "b/_SUCCESS", ".git/f.x", "_tmp/g.x")) {
      file(name);
    }
    assertEquals(Set.of("a.x", "b/c.x", "b/d/e.x"), list(root.toString()));
    assertEquals(Set.of("a.x", "b/c.x", "b/d/e.x"), list(root + "/"));
    assertEquals(Set.of("b/c.x", "b/d/e.x"), under("b"));
  }

  @Test
  void aHiddenFileIsGivenToWhoeverNamesIt() throws Exception {
    file(".hidden/a.x");
    file("_b.x");
    assertEquals(Set.of(".hidden/a.x"), under(".hidden/a.x"));
    assertEquals(Set.of(".hidden/a.x"), under(".hidden"));
    assertEquals(Set.of("_b.x"), under("_b.x"));
    assertThrows(NoSuchFileException.class, () -> under("*.x"));
  }

  @Test
  void globsGiveWhatMatches() throws Exception {
    for (String name : List.of("a.x", "b.x", "c.y", "d/a.x", "d/e/a.x", "d/e/b.z")) {
      file(name);
    }
    assertEquals(Set.of("a.x", "b.x"), under("*.x"));
    assertEquals(Set.of("a.x", "b.x", "c.y"), under("*"));
    assertEquals(Set.of("a.x", "d/a.x", "d/e/a.x"), under("**/a.x"));
    assertEquals(Set.of("d/a.x"), under("*/a.x"));
    assertEquals(Set.of("b.x", "c.y"), under("{b.x,c.*}"));
    assertEquals(Set.of("d/e/a.x", "d/e/b.z"), under("d/{e,f}/*"));
    assertEquals(Set.of("a.x"), under("[a-a].?"));
    assertEquals(Set.of("d/a.x", "d/e/a.x", "d/e/b.z"), under("d/**"));
    assertEquals(Set.of("d/e/a.x"), under("?/?/a.[x]"));
  }

  @Test
  void strangeNamesAreTakenAsTheyAre() throws Exception {
    List<String> names =
        List.of(
            "with space.x",
            "100%.x",
            "%41.x",
            "a#b.x",
            "a?b.x",
            "a[1].x",
            "a*.x",
            "{b}.x",
            "a+b.x",
            "ünïcode-한-😀.x",
            "semi;colon&.x",
            "back\\slash.x",
            "'quotes\".x");
    for (String name : names) {
      file(name);
    }
    for (String name : names) {
      assertEquals(Set.of(name), under(name), name);
      assertEquals(
          Set.of(name), relative(storage.list(Locations.uri(uri(root.resolve(name))))), name);
    }
    assertEquals(Set.copyOf(names), list(root.toString()));
    assertEquals(Set.copyOf(names), under("*"));
  }

  private static String uri(Path path) {
    return path.toUri().toString();
  }

  @Test
  void urisAreDecodedOnceAndMayHoldGlobs() throws Exception {
    file("a b/1.x");
    file("a b/2.x");
    String base = "file:" + root;
    assertEquals(Set.of("a b/1.x"), list(base + "/a%20b/1.x"));
    assertEquals(Set.of("a b/1.x"), list("file://" + root + "/a%20b/1.x"));
    assertEquals(Set.of("a b/1.x"), list("FILE://" + root + "/a%20b/1.x"));
    assertEquals(Set.of("a b/1.x", "a b/2.x"), list(base + "/a%20b/?.x"));
    assertEquals(Set.of("a b/1.x", "a b/2.x"), list(base + "/a b/{1,2}.x"));
    assertEquals(Set.of("a b/1.x", "a b/2.x"), list(base + "/a%20b"));
    assertThrows(NoSuchFileException.class, () -> list(base + "/a%2520b/1.x"));
  }

  @Test
  void aUriWithAHostOrWithoutAPathIsRefused() {
    String host =
        assertThrows(IOException.class, () -> list("file://data/train.arrow")).getMessage();
    assertEquals(
        "file://data/train.arrow: a file has no host; write file:/path or file:///path", host);
    for (String bad : List.of("file:train.arrow", "file:", "file://data")) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> Locations.uri(bad));
      assertEquals(bad + ": expected SCHEME:/PATH or a path", refusal.getMessage());
    }
    IllegalArgumentException bucket =
        assertThrows(IllegalArgumentException.class, () -> Locations.uri("s3://bucket"));
    assertEquals("s3://bucket: expected s3://BUCKET/KEY or a path", bucket.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Locations.uri("file:/a%zz"));
  }

  /// Their servers decode them, and what is signed has to stay as it is.
  @Test
  void aUrlOfTheWebIsTakenAsItIs() {
    for (String url :
        List.of("https://host:9/a%2Fb/c%20d.x?k=%2F+%3d&n", "http://host", "http://[::1]:9/?a/b")) {
      assertEquals(url, Locations.uri(url).toString());
    }
    assertEquals("https://HOST/a", Locations.uri("HTTPS://HOST/a").toString());
    StoredFile file = new StoredFile(Locations.uri("https://host/a%20b.x?key=1"), 0, "");
    assertEquals("https://host/a%20b.x", file.toString());
    assertEquals("a b.x", file.name());
  }

  @Test
  void secretsInALocationAreRefusedAndNotShown() {
    for (String bad :
        List.of(
            "https://user:secret@host/a.x",
            "http://secret@host",
            "s3://user:se@cret@host/a@b.x",
            "s3://user:secret/secret@host/a.x",
            "s3://user:/secret@host/a.x",
            "https://host/a b.x?secret",
            "https://host/{a,b}.x?secret")) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> Locations.uri(bad));
      String message = String.valueOf(refusal.getMessage());
      assertTrue(message.contains("://host/") || message.contains("a user or password"), message);
      assertTrue(!message.contains("secret") && !message.contains("cret@"), message);
    }
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Locations.requireServed(
                    List.of(Locations.uri("https://host/a.x?secret")), storage));
    assertEquals("https://host/a.x: LocalStorage has no such files", refusal.getMessage());
    assertEquals("/a@b.x", Locations.uri("s3://bucket/a@b.x").getPath());
    String point = "arn:aws:s3:eu-west-1:123456789012:accesspoint:mine";
    assertEquals(point, Locations.uri("s3://" + point + "/a.x").getRawAuthority());
  }

  @Test
  void relativePathsBeginInTheWorkingFolder() {
    Path here = Path.of("").toAbsolutePath();
    assertEquals(here.resolve("a/c.x"), Path.of(Locations.uri("a/./b/../c.x")));
    assertEquals(here.resolve("a").toString() + "/*", Locations.uri("a/*").getPath());
    assertEquals(Path.of("/c.x"), Path.of(Locations.uri("/a/../../c.x")));
  }

  @Test
  void nothingThereIsAnErrorThatSaysWhere() throws Exception {
    Files.createDirectories(root.resolve("empty/deeper"));
    file("a.x");
    for (String missing : List.of("no.x", "no/no.x", "a.x/b")) {
      String message = assertThrows(IOException.class, () -> under(missing)).getMessage();
      assertTrue(message.contains(root + "/" + missing), message);
    }
    assertEquals(
        root + "/empty: no file there",
        assertThrows(NoSuchFileException.class, () -> under("empty")).getMessage());
    assertEquals(
        root + "/*.y: no file there",
        assertThrows(NoSuchFileException.class, () -> under("*.y")).getMessage());
    assertEquals(
        root + "/no/*.y: no file there",
        assertThrows(NoSuchFileException.class, () -> under("no/*.y")).getMessage());
  }

  @Test
  void linksToFilesAreFollowedWithinTheFolder() throws Exception {
    file("data/blobs/1234");
    file("data/a.x");
    Files.createSymbolicLink(root.resolve("data/b.x"), Path.of("blobs/1234"));
    assertEquals(Set.of("data/a.x", "data/b.x"), under("data/*.x"));
  }

  @Test
  void linksOutOfTheFolderAreRefusedByName() throws Exception {
    file("data/a.x");
    Path outside = file("outside/b.x");
    for (String target : List.of("../outside/b.x", outside.toString(), "/etc/passwd")) {
      Path link = root.resolve("data/link.x");
      Files.createSymbolicLink(link, Path.of(target));
      for (String location : List.of("data", "data/*.x")) {
        String message = assertThrows(IOException.class, () -> under(location)).getMessage();
        assertEquals(
            link
                + " is a link to "
                + target
                + ": it leads out of the folder; name the file itself if you mean it",
            message);
      }
      Files.delete(link);
    }
    Path link = root.resolve("data/link.x");
    Files.createSymbolicLink(link, outside);
    assertEquals(Set.of("data/link.x"), under("data/link.x"));
  }

  @Test
  void twoNamesOfOneFileAreRefused() throws Exception {
    file("data/a.x");
    Files.createSymbolicLink(root.resolve("data/b.x"), Path.of("a.x"));
    String message = assertThrows(IOException.class, () -> under("data")).getMessage();
    assertTrue(message.endsWith(" are one file: its rows would count twice"), message);
    assertTrue(message.contains("data/a.x") && message.contains("data/b.x"), message);
    assertEquals(Set.of("data/b.x"), under("data/b*"));
  }

  @Test
  void linksToFoldersAndToNothingAreRefusedByName() throws Exception {
    file("data/a.x");
    file("outside/b.x");
    for (String target : List.of("../outside", "no such file")) {
      Path link = root.resolve("data/link.x");
      Files.createSymbolicLink(link, Path.of(target));
      String message = assertThrows(IOException.class, () -> under("data")).getMessage();
      assertTrue(message.startsWith(link + " is a link to " + target + ": "), message);
      assertEquals(Set.of("data/a.x"), under("data/a*"));
      Files.delete(link);
    }
  }

  @Test
  void behindALinkTheParentIsThatOfItsTarget() throws Exception {
    file("x.x");
    file("real/x.x");
    Files.createDirectories(root.resolve("real/sub"));
    Files.createSymbolicLink(root.resolve("link"), root.resolve("real/sub"));
    assertEquals(
        root.toRealPath().resolve("real/x.x"), Path.of(Locations.uri(root + "/link/../x.x")));
    assertEquals(root.resolve("x.x"), Path.of(Locations.uri(root + "/real/../x.x")));
  }

  @Test
  void aFolderThatContainsItselfDoesNotHang() throws Exception {
    file("data/a.x");
    Files.createSymbolicLink(root.resolve("data/loop"), Path.of("."));
    assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThrows(IOException.class, () -> under("data")));
    assertEquals(Set.of("data/a.x"), under("data/*.x"));
  }

  @Test
  void aLinkThatIsNamedItselfIsFollowed() throws Exception {
    file("data/a.x");
    Files.createSymbolicLink(root.resolve("file.x"), root.resolve("data/a.x"));
    Files.createSymbolicLink(root.resolve("folder"), root.resolve("data"));
    assertEquals(Set.of("file.x"), under("file.x"));
    assertEquals(Set.of("folder/a.x"), under("folder"));
    assertEquals(Set.of("folder/a.x"), under("folder/*.x"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aPipeIsLeftOutAndNeverOpened() throws Exception {
    file("a.x");
    Path pipe = root.resolve("pipe.x");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          assertEquals(Set.of("a.x"), list(root.toString()));
          assertEquals(Set.of("a.x"), under("*.x"));
          String message =
              assertThrows(IOException.class, () -> list(pipe.toString())).getMessage();
          assertEquals(pipe + " is no regular file", message);
        });
  }

  @Test
  void ofAFolderTheFilesThatLookLikeDataCount() throws Exception {
    for (String name : List.of("a.raw", "b/c.raw", "README.md", "b/notes.txt")) {
      file(name);
    }
    assertEquals(Set.of("a.raw", "b/c.raw"), select(root.toString()));
    assertEquals(Set.of("a.raw", "README.md"), select(root + "/*"));
    assertEquals(Set.of("README.md"), select(root + "/README.md"));
    Path bracket = root.resolve("data[1]");
    Files.createDirectories(bracket);
    Files.move(root.resolve("a.raw"), bracket.resolve("a.raw"));
    Files.move(root.resolve("README.md"), bracket.resolve("README.md"));
    assertEquals(Set.of("data[1]/a.raw"), select(bracket.toString()));
    Files.delete(bracket.resolve("a.raw"));
    assertEquals(Set.of("data[1]/README.md"), select(bracket.toString()));
  }

  private Set<String> select(String location) throws IOException {
    return relative(found(location).stream().map(FoundFile::file).toList());
  }

  private List<FoundFile> found(String location) throws IOException {
    return Locations.list(List.of(Locations.uri(location)), storage, name -> name.endsWith(".raw"));
  }

  @Test
  void aFileNamedTwiceIsRefused() throws Exception {
    Path file = file("a.x");
    file("b/other.x");
    for (String again :
        List.of(
            file.toString(),
            root + "/*",
            uri(file),
            root + "/b/../a.x",
            "file:" + root + "/b/../a.x",
            "file:" + root + "//a.x")) {
      List<URI> both = List.of(Locations.uri(file.toString()), Locations.uri(again));
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> Locations.list(both, storage, _ -> true),
              again);
      assertEquals(file + " is named twice", refusal.getMessage());
    }
  }

  @Test
  void locationsAreOfOneStorageAndThereIsOne() {
    assertEquals(
        "no location: name a file, a folder or a glob",
        assertThrows(IllegalArgumentException.class, () -> Locations.storage(List.of()))
            .getMessage());
    List<URI> two = List.of(Locations.uri("/a"), Locations.uri("mem:/a"));
    assertEquals(
        "locations of more than one scheme: [file, mem]",
        assertThrows(IllegalArgumentException.class, () -> Locations.storage(two)).getMessage());
  }
}
