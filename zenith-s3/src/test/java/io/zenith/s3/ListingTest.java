package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.StoredFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which objects a location names.
class ListingTest {
  private static final int MANY = 1_100;

  @TempDir private static Path folder;

  private static Bucket bucket;
  private static S3Storage storage;

  @BeforeAll
  static void start() throws Exception {
    bucket = Bucket.start(folder);
    storage = bucket.storage();
    for (String key :
        List.of(
            "train/a.x",
            "train/b.x",
            "train/c.y",
            "train/deep/a.x",
            "train/_SUCCESS",
            "train/.hidden/a.x",
            "train2/a.x",
            "odd/with space+plus%41.x",
            "odd/ünïcode-한-😀.x",
            "odd/a#b;c&d.x")) {
      bucket.put(key, key.getBytes(StandardCharsets.UTF_8));
    }
    for (int i = 0; i < MANY; i++) {
      bucket.put("many/" + i + ".x", new byte[1]);
    }
  }

  @AfterAll
  static void stop() {
    bucket.close();
  }

  private static Set<String> list(String key) throws Exception {
    URI location = new URI("s3", Bucket.NAME, "/" + key, null, null);
    List<StoredFile> found = storage.list(location);
    Set<String> keys =
        found.stream().map(file -> S3Objects.key(file.uri())).collect(Collectors.toSet());
    assertEquals(found.size(), keys.size());
    return keys;
  }

  @Test
  void anObjectAFolderAndAGlob() throws Exception {
    assertEquals(Set.of("train/a.x"), list("train/a.x"));
    assertEquals(Set.of("train/a.x", "train/b.x", "train/c.y", "train/deep/a.x"), list("train"));
    assertEquals(list("train"), list("train/"));
    assertEquals(Set.of("train/a.x", "train/b.x"), list("train/*.x"));
    assertEquals(Set.of("train/a.x", "train/deep/a.x"), list("train/**/a.x"));
    assertEquals(Set.of("train/a.x", "train2/a.x"), list("train*/a.x"));
    assertEquals(Set.of("train/_SUCCESS"), list("train/_SUCCESS"));
  }

  @Test
  void keysAreTakenAsTheyAre() throws Exception {
    Set<String> odd = list("odd");
    assertEquals(3, odd.size());
    for (String key : odd) {
      assertEquals(Set.of(key), list(key));
    }
    assertTrue(odd.contains("odd/with space+plus%41.x"));
  }

  @Test
  void aFileSaysItsSizeAndVersion() throws Exception {
    StoredFile file = storage.list(URI.create(Bucket.uri("train/a.x"))).getFirst();
    assertEquals(9, file.size());
    assertEquals(Bucket.uri("train/a.x"), file.toString());
    assertTrue(file.version().length() > 8, file.version());
  }

  @Test
  void longListingsComeInPages() throws Exception {
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      expected.add("many/" + i + ".x");
    }
    assertEquals(expected, list("many"));
    assertEquals(111, list("many/10*.x").size());
  }

  @Test
  void nothingThereIsNamed() {
    for (String key : List.of("trai", "train/d.x", "train/*.z", "nothing/")) {
      FileNotFoundException error = assertThrows(FileNotFoundException.class, () -> list(key));
      assertTrue(
          String.valueOf(error.getMessage()).startsWith(Bucket.uri(key) + ": "),
          error.getMessage());
    }
    IOException error =
        assertThrows(IOException.class, () -> storage.list(URI.create("s3://absent/a.x")));
    assertTrue(String.valueOf(error.getMessage()).contains("absent"), error.getMessage());
  }

  @Test
  void aServerThatIsNotThereIsNamedSoon() {
    S3Storage absent = new S3Storage().endpoint("http://127.0.0.1:9").anonymous();
    long begun = System.nanoTime();
    IOException error =
        assertThrows(IOException.class, () -> absent.list(URI.create("s3://data/a.x")));
    assertTrue(String.valueOf(error.getMessage()).contains("s3://data/a.x"), error.getMessage());
    assertTrue(String.valueOf(error.getMessage()).contains("5 attempts"), error.getMessage());
    assertTrue(System.nanoTime() - begun < 10_000_000_000L);
  }
}
