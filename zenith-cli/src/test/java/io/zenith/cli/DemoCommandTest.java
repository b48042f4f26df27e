package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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

  /// 700 rows are 11 steps an epoch: the parts end in the middle of an epoch and at its end.
  @Test
  void aTrainingThatStopsAndGoesOnLearnsWhatOneLearnsThatDoesNot() {
    Path state = folder.resolve("here.state");
    JsonNode whole = demo();
    assertEquals(3, whole.get("epochs").size());
    JsonNode first = demo("--stop-after", 4, "--checkpoint", state);
    assertEquals(List.of("0"), first.get("epochs").findValuesAsText("epoch"));
    JsonNode second = demo("--resume", state, "--stop-after", 18, "--checkpoint", state);
    assertEquals(List.of("0", "1"), second.get("epochs").findValuesAsText("epoch"));
    JsonNode third = demo("--resume", state, "--checkpoint", state);
    assertEquals(List.of("2"), third.get("epochs").findValuesAsText("epoch"));
    for (String learned : List.of("loss", "accuracy")) {
      List<String> parts = new ArrayList<>(second.get("epochs").findValuesAsText(learned));
      parts.addAll(third.get("epochs").findValuesAsText(learned));
      assertEquals(whole.get("epochs").findValuesAsText(learned), parts);
    }
    Cli.Result over = Cli.run("demo", "--rows", 700, "--epochs", 3, "--resume", state);
    assertTrue(over.err().contains("here.state: this training is over"), over.err());
  }

  private static JsonNode demo(Object... more) {
    List<Object> all = new ArrayList<>(List.of("demo", "--rows", 700, "--epochs", 3, "--json"));
    all.addAll(List.of(more));
    return Cli.succeed(all.toArray()).json();
  }

  @Test
  void theStateOfAnotherTrainingIsRefusedByName() throws IOException {
    Path state = folder.resolve("here.state");
    demo("--stop-after", 4, "--checkpoint", state);
    for (Object[] other :
        new Object[][] {
          {"--epochs", 4, " --epochs 4 "},
          {"--rows", 800, "dataset "},
          {"--batch-size", 32, "--batch-size 32"},
          {"--stop-after", 0, "--stop-after 0: at least 1"}
        }) {
      List<Object> all = new ArrayList<>(List.of("demo", "--resume", state, "--epochs", 3));
      all.addAll(other[0].equals("--rows") ? List.of() : List.of("--rows", 700));
      all.removeIf(
          word -> other[0].equals("--epochs") && (word.equals("--epochs") || word.equals(3)));
      all.addAll(List.of(other[0], other[1]));
      String refusal = Cli.run(all.toArray()).err();
      assertTrue(refusal.contains(other[2].toString()), refusal);
    }
    byte[] bytes = Files.readAllBytes(state);
    for (int length : new int[] {0, 7, 8, 100, bytes.length - 1}) {
      Files.write(state, Arrays.copyOf(bytes, length));
      Cli.Result cut = Cli.run("demo", "--rows", 700, "--epochs", 3, "--resume", state);
      assertEquals(1, cut.code());
      assertTrue(cut.err().contains("here.state"), cut.err());
    }
    bytes[bytes.length / 2] ^= 1;
    Files.write(state, bytes);
    String damaged = Cli.run("demo", "--rows", 700, "--epochs", 3, "--resume", state).err();
    assertTrue(damaged.contains("here.state"), damaged);
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
  void allOfTheDataIsLearnedIfThereIsATest() {
    Path train = SharedFiles.require("datasets/fashion-mnist/test.arrow");
    Path test = SharedFiles.require("datasets/fashion-mnist/test.parquet");
    Path state = folder.resolve("here.state");
    Object[] options = {"demo", "--data", train, "--epochs", 3, "--json"};
    JsonNode json =
        Cli.succeed(and(options, "--test", test, "--stop-after", 20, "--checkpoint", state)).json();
    assertEquals(10_000, json.get("training_rows").asLong());
    assertEquals(0, json.get("held_out_rows").asLong());
    assertEquals(10_000, json.get("test_rows").asLong());
    assertEquals(test.toString(), json.get("test").asText());
    // Who goes on with a part held out would have learned from it already.
    String refusal = Cli.run(and(options, "--resume", state)).err();
    assertTrue(refusal.contains("--test PATH, and not with"), refusal);
    JsonNode rest = Cli.succeed(and(options, "--test", test, "--resume", state)).json();
    assertTrue(rest.get("accuracy").asDouble() >= .78, rest.toString());
  }

  @Test
  void aTestOfOtherImagesIsRefusedByName() {
    Path train = SharedFiles.require("datasets/fashion-mnist/test.arrow");
    Cli.succeed("generate", "table", folder, "--rows", 200);
    Path table = folder.resolve("table.arrow");
    String refusal =
        Cli.run("demo", "--data", table, "--image", "f0", "--label", "label", "--test", train)
            .err();
    assertTrue(refusal.contains("no column"), refusal);
    Cli.Result alone = Cli.run("demo", "--test", train);
    assertEquals(2, alone.code());
    assertTrue(alone.err().contains("--test needs --data"), alone.err());
  }

  private static Object[] and(Object[] options, Object... more) {
    return Stream.concat(Stream.of(options), Stream.of(more)).toArray();
  }

  @Test
  void fashionMnistIsLearnedWithTheDefaults() {
    Path file = SharedFiles.require("datasets/fashion-mnist/test.arrow");
    JsonNode json = Cli.succeed("demo", "--data", file, "--json").json();
    assertEquals(1_000, json.get("held_out_rows").asLong());
    assertTrue(json.get("accuracy").asDouble() >= .78, json.toString());
  }
}
