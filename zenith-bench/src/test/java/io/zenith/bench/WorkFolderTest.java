package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {
  @TempDir private Path folder;

  @Test
  void foldersThatHadToBeMadeAreDeletedWithIt() throws IOException {
    try (WorkFolder work = new WorkFolder(folder.resolve("a/b"))) {
      Files.writeString(work.path().resolve("x"), "x");
      assertTrue(work.path().startsWith(folder.resolve("a/b")));
    }
    assertEquals(List.of(), inside());
  }

  @Test
  void foldersThatWereThereOrAreUsedByOthersStay() throws IOException {
    Path there = Files.createDirectory(folder.resolve("there"));
    try (WorkFolder _ = new WorkFolder(there.resolve("made"))) {
      Files.writeString(there.resolve("made/of-others"), "x");
    }
    assertEquals(List.of(there, there.resolve("made"), there.resolve("made/of-others")), inside());
  }

  @Test
  void nothingIsLeftWhereItCannotBeMade() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThrows(IOException.class, () -> new WorkFolder(file.resolve("below")));
    assertEquals(List.of(file), inside());
  }

  private List<Path> inside() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.skip(1).sorted().toList();
    }
  }
}
