package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
  @TempDir private Path folder;

  @Test
  void fileThatCanBeWrittenIsNotTouched() throws IOException {
    Path file = folder.resolve("new.json");
    ResultFile.require("--json", file);
    assertEquals(false, Files.exists(file));
    ResultFile.require("--json", Files.writeString(file, "old"));
    assertEquals("old", Files.readString(file));
    ResultFile.require("--json", Path.of("in-this-folder.json"));
    ResultFile.require("--json", null);
  }

  @Test
  void folderThatIsNotThereIsNamed() {
    Path file = folder.resolve("none/x.json");
    assertFails("--json " + file + ": there is no folder " + file.getParent(), file);
  }

  @Test
  void folderIsNoFile() {
    assertFails("--json " + folder + " is a folder: name a file", folder);
  }

  private static void assertFails(String message, Path file) {
    BenchFailure failure =
        assertThrows(BenchFailure.class, () -> ResultFile.require("--json", file));
    assertEquals(message, failure.getMessage());
  }
}
