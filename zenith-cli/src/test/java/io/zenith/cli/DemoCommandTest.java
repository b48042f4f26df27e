package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.testkit.SharedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  @TempDir private Path folder;

  @Test
  void learnsFromGeneratedImagesAndRemovesThem() {
    Cli.Result demo = Cli.succeed("demo", "--rows", 3_000, "--epochs", 4, "--json");
    JsonNode json = demo.json();
    assertTrue(json.get("accuracy").asDouble() > .8, demo.out());
    assertTrue(json.get("generated").asBoolean());
    assertEquals(3_000, json.get("rows").asLong());
    assertEquals(2_700, json.get("training_rows").asLong());
    assertEquals(300, json.get("held_out_rows").asLong());
    assertEquals(784, json.get("image_values").asInt());
    assertEquals(10, json.get("classes").asInt());
    assertEquals(4, json.get("epochs").size());
    double waited = json.get("waited_share").asDouble();
    assertTrue(waited > 0 && waited < 1, demo.out());
    Path file = Path.of(json.get("data").asText());
    assertTrue(demo.err().contains(file.toString()), demo.err());
    assertFalse(Files.exists(file.getParent()), demo.err());
  }

  @Test
  void theSeedDeterminesWhatIsLearned() {
    assertEquals(accuracies(1), accuracies(1));
    assertFalse(accuracies(1).equals(accuracies(2)));
  }

  private static List<String> accuracies(int seed) {
    JsonNode json =
        Cli.succeed("demo", "--rows", 500, "--epochs", 2, "--seed", seed, "--json").json();
    return json.get("epochs").findValuesAsText("loss");
  }

  @Test
  void aLineAnEpochAndTheSumOfIt() {
    Cli.succeed("generate", "images", folder, "--rows", 1_000);
    Cli.Result demo = Cli.succeed("demo", "--data", folder, "--epochs", 3);
    List<String> lines = demo.lines();
    for (int epoch = 0; epoch < 3; epoch++) {
      String expected =
          "epoch "
              + epoch
              + "  accuracy \\d+\\.\\d %  loss \\d+\\.\\d+  [\\d,]+ samples/s"
              + "  waited for data \\d+\\.\\d %";
      assertTrue(lines.get(epoch).matches(expected), demo.out());
    }
    assertTrue(lines.get(4).startsWith("accuracy  "), demo.out());
    assertTrue(lines.get(4).endsWith(" of 100 held-out images"), demo.out());
    assertTrue(lines.get(6).contains("to take batches"), demo.out());
    assertTrue(Files.exists(folder.resolve("images.arrow")));
  }

  @Test
  void otherNamesAndWiderLabelsWork() {
    Cli.succeed("generate", "table", folder, "--rows", 200);
    JsonNode json =
        Cli.succeed(
                "demo",
                "--data",
                folder,
                "--image",
                "f0",
                "--label",
                "label",
                "--epochs",
                1,
                "--batch-size",
                7,
                "--json")
            .json();
    assertEquals(1, json.get("image_values").asInt());
    assertEquals(10, json.get("classes").asInt());
  }

  @Test
  void fashionMnistIsLearnedWithTheDefaults() {
    Path file = SharedFiles.require("datasets/fashion-mnist/test.arrow");
    JsonNode json = Cli.succeed("demo", "--data", file, "--json").json();
    assertEquals(1_000, json.get("held_out_rows").asLong());
    assertTrue(json.get("accuracy").asDouble() >= .78, json.toString());
  }
}
