package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The files of apache/parquet-testing, value by value.
class ConformanceTest {
  private static final int BATCH_SIZE = 1_000;

  @TestFactory
  Stream<DynamicTest> everyFileGivesWhatTheManifestSays() throws IOException {
    Path folder = SharedFiles.require("conformance/parquet");
    JsonNode files =
        new ObjectMapper().readTree(folder.resolve("manifest.json").toFile()).get("files");
    return files
        .valueStream()
        .filter(file -> !file.path("expected").isMissingNode() && !file.path("expected").isNull())
        .map(file -> DynamicTest.dynamicTest(file.get("file").asText(), () -> check(folder, file)));
  }

  private static void check(Path folder, JsonNode file) throws IOException {
    String location = folder.resolve(file.get("file").asText()).toString();
    Dataset dataset =
        location.endsWith(".encrypted")
            ? Dataset.open(Parquet.format().keys(keys(file)), location)
            : Dataset.open(location);
    if (file.get("outcome").asText().equals("checksum-error")) {
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> Table.read(dataset, BATCH_SIZE));
      assertTrue(String.valueOf(error.getMessage()).contains("CRC"), error::getMessage);
      return;
    }
    Dataset expected = Dataset.open(folder.resolve(file.get("expected").asText()).toString());
    assertSame(Table.read(expected, BATCH_SIZE), Table.read(dataset, BATCH_SIZE));
  }

  private static DecryptionKeys keys(JsonNode file) throws IOException {
    String name = file.get("file").asText().startsWith("aes256") ? "aes256.keys" : "aes128.keys";
    return DecryptionKeys.read(
        SharedFiles.root().resolve("zenith-parquet/src/test/resources/io/zenith/parquet", name));
  }

  @TestFactory
  Stream<DynamicTest> oneTableOfManyWritersReadsTheSame() throws IOException {
    Path folder = SharedFiles.require("datasets/writers");
    Map<String, List<@Nullable Object>> expected =
        Table.read(Dataset.open(folder.resolve("expected.arrow").toString()), BATCH_SIZE);
    JsonNode files =
        new ObjectMapper().readTree(folder.resolve("manifest.json").toFile()).get("files");
    return files
        .valueStream()
        .map(file -> file.get("file").asText())
        .filter(name -> name.endsWith(".parquet"))
        .map(name ->
            DynamicTest.dynamicTest(
                name,
                () ->
                    assertSame(
                        expected,
                        Table.read(Dataset.open(folder.resolve(name).toString()), BATCH_SIZE))));
  }

  private static void assertSame(
      Map<String, List<@Nullable Object>> expected, Map<String, List<@Nullable Object>> found) {
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((column, values) -> {
      List<@Nullable Object> others = found.getOrDefault(column, List.of());
      assertEquals(values.size(), others.size(), column);
      for (int row = 0; row < values.size(); row++) {
        int at = row;
        assertEquals(values.get(row), others.get(row), () -> column + ", row " + at);
      }
    });
  }
}
