package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The names of the fields are an interface: programs read them.
class JsonFieldsTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeImages() {
    Cli.succeed("generate", "images", folder, "--rows", 20);
  }

  @Test
  void generated() throws IOException {
    assertFields(
        "name file rows seed bytes",
        Cli.succeed("generate", "table", folder.resolve("t"), "--rows", 1, "--json").json());
  }

  @Test
  void inspected() throws IOException {
    JsonNode json = Cli.succeed("inspect", folder, "--filter", "label = 1", "--json").json();
    assertFields(
        "format files bytes rows splits min_split_rows max_split_rows fingerprint columns parts"
            + " storage metadata plan",
        json);
    assertFields("all by_footers by_indexes", json.get("plan"));
    assertFields("files splits rows bytes", json.get("plan").get("all"));
    assertFields("path bytes rows splits", json.get("files").get(0));
    assertFields("name type nullable nulls extension metadata", json.get("columns").get(0));
  }

  @Test
  void measured() throws IOException {
    JsonNode json = Cli.succeed("read", folder, "--json").json();
    assertFields(
        "rows batches batch_size epochs columns touch open_seconds seconds epoch_seconds"
            + " rows_per_second bytes bytes_of gb_per_second warm peak_memory_bytes checksum"
            + " receipt waits",
        json);
    assertFields(
        "batches rows_per_second gb_per_second batch_nanos garbage_per_batch", json.get("warm"));
    assertFields("p50 p95 p99 max samples of", json.get("warm").get("batch_nanos"));
    JsonNode waits =
        Cli.succeed("read", folder, "--shuffle", 1, "--report", "--json").json().get("waits");
    assertFields(
        "verdict seconds waited_share peak_bytes stages requests cache_found cache_read", waits);
    assertFields("stage count seconds bytes p50_seconds p99_seconds", waits.get("stages").get(0));
  }

  @Test
  void explained() throws IOException {
    JsonNode json = Cli.succeed("explain", folder, "--step", 0, "--json").json();
    assertFields("epoch step rank rows", json);
    assertFields(
        "row position file file_number split row_in_file padding", json.get("rows").get(0));
  }

  @Test
  void compared() throws IOException {
    Path trail = TrailFile.write(folder.resolve("trail"), 1, 0, 1, 1, 2);
    assertFields(
        "equal outcome first second from_epoch from_step equal_steps epoch step",
        Cli.succeed("receipts", trail, trail, "--json").json());
  }

  @Test
  void trained() throws IOException {
    JsonNode json = Cli.succeed("demo", "--data", folder, "--epochs", 1, "--json").json();
    assertFields(
        "data generated rows training_rows held_out_rows test test_rows image_values classes batch_size"
            + " learning_rate seed epochs accuracy seconds samples_per_second taking_seconds"
            + " copying_seconds waited_share",
        json);
    assertFields(
        "epoch accuracy loss seconds samples_per_second waited_share", json.get("epochs").get(0));
  }

  private static void assertFields(String expected, JsonNode json) throws IOException {
    List<String> names = new ArrayList<>();
    json.fieldNames().forEachRemaining(names::add);
    assertEquals(expected, String.join(" ", names));
    String reference = Files.readString(SharedFiles.root().resolve("docs/reference.md"));
    names.forEach(name -> assertTrue(reference.contains("`" + name + "`"), name));
  }
}
