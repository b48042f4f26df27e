package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RatesPictureTest {
  @TempDir private Path folder;

  /// The JDK opens its fonts at first use, and keeps them.
  @BeforeAll
  static void loadFonts(@TempDir Path elsewhere) throws IOException {
    RatesPicture.write(
        FiguresTest.result(true), FiguresTest.MACHINE, elsewhere.resolve("fonts.png"));
  }

  @Test
  void pictureIsAPng() throws IOException {
    Path file = folder.resolve("bench.png");

    RatesPicture.write(FiguresTest.result(true), FiguresTest.MACHINE, file);

    byte[] head = Arrays.copyOf(Files.readAllBytes(file), 4);
    assertEquals("[-119, 80, 78, 71]", Arrays.toString(head));
  }
}
