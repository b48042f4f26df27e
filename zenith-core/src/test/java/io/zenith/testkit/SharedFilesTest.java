package io.zenith.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class SharedFilesTest {
  private static final String PROPERTY = "zenith.shared";

  private final String before = System.getProperty(PROPERTY);

  @TempDir private Path root;

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(PROPERTY);
    } else {
      System.setProperty(PROPERTY, before);
    }
  }

  @Test
  void theRootOfTheRepositoryHasTheBuild() {
    assertTrue(Files.exists(SharedFiles.root().resolve("mvnw")));
  }

  @Test
  void thePropertyNamesTheFolder() throws Exception {
    Path file = Files.writeString(root.resolve("a.txt"), "a");
    System.setProperty(PROPERTY, root.toString());
    assertEquals(Optional.of(root), SharedFiles.folder());
    assertEquals(file, SharedFiles.require("a.txt"));
  }

  @Test
  void aTestThatNeedsWhatIsAbsentIsSkippedWithTheReason() {
    System.setProperty(PROPERTY, root.resolve("no").toString());
    TestAbortedException skipped =
        assertThrows(TestAbortedException.class, () -> SharedFiles.require("a.txt"));
    assertEquals(
        "Assumption failed: no a.txt in the shared folder (absent): name it with -Dzenith.shared or"
            + " ZENITH_SHARED",
        skipped.getMessage());
  }
}
