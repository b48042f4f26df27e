package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {
  @TempDir private Path folder;

  @Test
  void aFileIsDeterminedToTheByte() throws IOException {
    for (String name : List.of("table", "images", "mixed", "blobs")) {
      Path one = write(name, "one", "--seed", 5);
      Path two = write(name, "two", "--seed", 5);
      Path other = write(name, "other", "--seed", 6);
      assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(two), name);
      assertFalse(Arrays.equals(Files.readAllBytes(one), Files.readAllBytes(other)), name);
    }
  }

  private Path write(String name, String where, Object... options) {
    Object[] args = new Object[5 + options.length];
    List.of("generate", name, folder.resolve(where), "--rows", 300).toArray(args);
    System.arraycopy(options, 0, args, 5, options.length);
    Cli.succeed(args);
    return folder.resolve(where).resolve(name + ".arrow");
  }

  @Test
  void aFileIsReplacedOnlyByForce() throws IOException {
    Path file = write("table", "x");
    byte[] before = Files.readAllBytes(file);
    Cli.Result refused = Cli.run("generate", "table", folder.resolve("x"), "--rows", 10);
    assertEquals(1, refused.code());
    assertTrue(refused.err().contains("--force"), refused.err());
    assertArrayEquals(before, Files.readAllBytes(file));
    Cli.succeed("generate", "table", folder.resolve("x"), "--rows", 10, "--force");
    assertTrue(Files.size(file) < before.length);
  }

  @Test
  void saysWhatItWrote() throws IOException {
    Cli.Result text = Cli.succeed("generate", "TABLE", folder, "--rows", 50);
    assertTrue(text.out().startsWith(folder.resolve("table.arrow") + "  50 rows  "), text.out());
    JsonNode json =
        Cli.succeed("generate", "table", folder.resolve("j"), "--rows", 50, "--json").json();
    assertEquals("table", json.get("name").asText());
    assertEquals(50, json.get("rows").asLong());
    assertEquals(0, json.get("seed").asLong());
    Path file = Path.of(json.get("file").asText());
    assertEquals(folder.resolve("j/table.arrow"), file);
    assertEquals(Files.size(file), json.get("bytes").asLong());
  }

  @Test
  void noRowsAreAFileToo() {
    for (String name : List.of("table", "images", "mixed", "blobs")) {
      Cli.succeed("generate", name, folder, "--rows", 0);
      Path file = folder.resolve(name + ".arrow");
      assertEquals(0, Cli.succeed("inspect", file, "--json").json().get("rows").asLong());
      assertEquals(3, Cli.succeed("head", file, "--columns", first(name)).lines().size() + 1);
      Cli.succeed("read", file);
    }
  }

  private static String first(String name) {
    return switch (name) {
      case "table" -> "id";
      case "images" -> "image";
      case "blobs" -> "blob";
      default -> "row";
    };
  }
}
