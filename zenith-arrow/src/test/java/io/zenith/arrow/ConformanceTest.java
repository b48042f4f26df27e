package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.Dataset;
import io.zenith.error.UnsupportedDataException;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The conformance files of Arrow: what is read equals what arrow-java reads, and what is not read
/// is refused by name.
final class ConformanceTest {
  /// The manifest's names of the types that are read.
  private static final Pattern READ =
      Pattern.compile(
          "bool|int-\\d+|floatingpoint-\\w+|decimal|decimal-128|utf8|binary|fixedsizebinary"
              + "|date-\\w+|time-\\d+-\\w+|timestamp-\\w+|duration-\\w+|list|fixedsizelist|struct");

  @TestFactory
  Stream<DynamicTest> filesThatAreReadEqualTheirExpectedFiles() throws IOException {
    return cases().stream()
        .filter(ConformanceTest::isRead)
        .map(node -> DynamicTest.dynamicTest(name(node), () -> verifyEqual(node)));
  }

  @TestFactory
  Stream<DynamicTest> otherFilesAreRefusedByName() throws IOException {
    return cases().stream()
        .filter(node -> !isRead(node))
        .map(node -> DynamicTest.dynamicTest(name(node), () -> verifyRefused(node)));
  }

  @TestFactory
  Stream<DynamicTest> streamsAreRefusedByName() throws IOException {
    return cases().stream()
        .map(node -> file(node, ".stream"))
        .map(file ->
            DynamicTest.dynamicTest(
                file.getFileName().toString(), () -> verifyRefused(file, "stream")));
  }

  @Test
  void theManifestHasFilesToReadAndFilesToRefuse() throws IOException {
    List<JsonNode> cases = cases();
    long read = cases.stream().filter(ConformanceTest::isRead).count();
    assertTrue(read >= 20, () -> "only " + read + " cases are read");
    assertTrue(cases.size() - read >= 20, () -> "only " + (cases.size() - read) + " are refused");
  }

  private static void verifyEqual(JsonNode node) throws IOException {
    Path file = file(node, ".arrow_file");
    Oracle expected = Oracle.read(root().resolve(node.get("expected").asText()));
    Dataset dataset = Dataset.open(file.toString());
    assertEquals(node.get("rows").asLong(), dataset.rowCount());
    assertEquals(node.get("batches").asInt(), dataset.splits().size());
    assertEquals(expected.schema(), OracleSchema.asOracleNames(dataset.schema()));
    // Views of one row, copies across record batches, and whole record batches.
    for (int batchSize : new int[] {1, 7, 4096}) {
      assertEquals(expected.rows(), Rows.of(dataset, batchSize), "batches of " + batchSize);
    }
    // The same without a mapping.
    assertEquals(expected.rows(), InMemory.rows(Files.readAllBytes(file)));
  }

  private static void verifyRefused(JsonNode node) {
    Path file = file(node, ".arrow_file");
    if (node.get("endianness").asText().equals("big")) {
      verifyRefused(file, "big-endian");
      return;
    }
    String type = unread(node).orElseThrow();
    String expected =
        switch (type) {
          case "largelist" -> "large_list";
          case "binaryview" -> "binary_view";
          case "utf8view" -> "utf8_view";
          case "runendencoded" -> "run_end_encoded";
          case "map", "null" -> type;
          default ->
              type.startsWith("decimal-")
                  ? type.replace("-", "")
                  : type.substring(0, type.indexOf('-'));
        };
    verifyRefused(file, "type " + expected);
  }

  private static void verifyRefused(Path file, String name) {
    UnsupportedDataException refusal =
        assertThrows(UnsupportedDataException.class, () -> Dataset.open(file.toString()));
    String message = refusal.getMessage();
    assertTrue(message.contains(file.toString()), message);
    assertTrue(message.contains(name), message);
  }

  private static boolean isRead(JsonNode node) {
    return node.get("endianness").asText().equals("little") && unread(node).isEmpty();
  }

  private static Optional<String> unread(JsonNode node) {
    return Stream.iterate(0, i -> i < node.get("types").size(), i -> i + 1)
        .map(i -> node.get("types").get(i).asText())
        .filter(type -> !READ.matcher(type).matches())
        .findFirst();
  }

  private static List<JsonNode> cases() throws IOException {
    List<JsonNode> cases = new ArrayList<>();
    new ObjectMapper()
        .readTree(root().resolve("manifest.json").toFile())
        .get("files")
        .forEach(cases::add);
    return cases;
  }

  private static Path root() {
    return SharedFiles.require("conformance/arrow");
  }

  private static Path file(JsonNode node, String ending) {
    return root().resolve(name(node) + ending);
  }

  private static String name(JsonNode node) {
    return node.get("case").asText();
  }
}
