package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
  @TempDir private Path folder;

  @Test
  void showsFilesRowsColumnsAndFingerprint() throws IOException {
    Cli.succeed("generate", "images", folder.resolve("a"), "--rows", 5_000);
    Cli.succeed("generate", "images", folder.resolve("b"), "--rows", 100, "--seed", 1);
    JsonNode json = Cli.succeed("inspect", folder, "--json").json();
    assertEquals("arrow", json.get("format").asText());
    assertEquals(5_100, json.get("rows").asLong());
    assertEquals(3, json.get("splits").asLong());
    assertEquals(100, json.get("min_split_rows").asLong());
    assertEquals(4_096, json.get("max_split_rows").asLong());
    assertEquals(Dataset.open(folder.toString()).fingerprint(), json.get("fingerprint").asText());
    JsonNode file = json.get("files").get(0);
    Path path = folder.resolve("a/images.arrow");
    assertEquals(path.toString(), file.get("path").asText());
    assertEquals(Files.size(path), file.get("bytes").asLong());
    assertEquals(5_000, file.get("rows").asLong());
    assertEquals(2, file.get("splits").asLong());
    JsonNode column = json.get("columns").get(1);
    assertEquals("label", column.get("name").asText());
    assertEquals("uint8", column.get("type").asText());

    String text = Cli.succeed("inspect", folder).out();
    assertTrue(text.startsWith("2 files, arrow, 4.3 MiB, 5,100 rows in 3 splits of 100 to"), text);
    assertTrue(text.contains("image  fixed_size_list<uint8>[784]  not null"), text);
    assertTrue(text.contains("fingerprint " + json.get("fingerprint").asText()), text);
  }

  @Test
  void countsNullsAndNamesExtensions() {
    Cli.succeed("generate", "mixed", folder, "--rows", 2_000);
    JsonNode columns = Cli.succeed("inspect", folder, "--json").json().get("columns");
    for (JsonNode column : columns) {
      long nulls = column.get("nulls").asLong();
      if (column.get("nullable").asBoolean()) {
        assertTrue(nulls > 100 && nulls < 300, column.toString());
      } else {
        assertEquals(0, nulls);
      }
      if (column.get("name").asText().equals("uuid")) {
        assertEquals("arrow.uuid", column.get("extension").asText());
      }
    }
  }

  /// Arrow files say nothing of their values.
  @Test
  void showsWhatIsReadForAFilter() {
    Cli.succeed("generate", "images", folder, "--rows", 5_000);
    Cli.Result inspected = Cli.succeed("inspect", folder, "--filter", "label = 3", "--json");
    JsonNode plan = inspected.json().get("plan");
    assertEquals(plan.get("all"), plan.get("by_indexes"));
    assertEquals(5_000, plan.get("by_footers").get("rows").asLong());
    assertTrue(plan.get("all").get("bytes").isNull());
    String text = Cli.succeed("inspect", folder, "--filter", "label = 3").out();
    assertTrue(text.contains("left by indexes  1 file  2 splits  5,000 rows"), text);
    assertTrue(Cli.succeed("inspect", folder, "--json").json().get("plan").isNull());
  }

  @Test
  void namesAndMetadataCannotControlTheTerminal() throws IOException {
    Field field =
        new Field(
            "a\u001b[2Jb",
            new FieldType(true, new ArrowType.Utf8(), null, Map.of("k\n", "v\u009b")),
            null);
    Path file =
        ArrowFile.write(folder.resolve("x.arrow"), List.of(field), root -> root.setRowCount(2));
    String text = Cli.succeed("inspect", file).out();
    assertTrue(text.contains("a\\u001b[2Jb"), text);
    assertTrue(text.contains("k\\n = v\\u009b"), text);
    String json = Cli.succeed("inspect", file, "--json").out();
    assertTrue(json.chars().allMatch(c -> c == '\n' || c == '\r' || (c >= 32 && c < 127)), json);
    assertEquals("a\u001b[2Jb", Cli.parse(json).get("columns").get(0).get("name").asText());
  }
}
