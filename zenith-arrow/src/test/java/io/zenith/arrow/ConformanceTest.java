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
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The conformance files of Arrow: each is read, and equals its expected file as arrow-java reads
/// that, or is refused by name.
final class ConformanceTest {
  /// arrow-java reads decimals as if they had 128 bits or 256.
  private static final Set<String> UNREAD_BY_ARROW_JAVA = Set.of("decimal-32", "decimal-64");

  @TestFactory
  Stream<DynamicTest> littleEndianFilesEqualTheirExpectedFilesAsReadByArrowJava()
      throws IOException {
    return littleEndian()
        .filter(ConformanceTest::isReadByArrowJava)
        .map(node -> DynamicTest.dynamicTest(name(node), () -> verifyEqual(node)));
  }

  @TestFactory
  Stream<DynamicTest> filesThatArrowJavaCannotReadEqualTheirExpectedFilesAsReadByPyArrow()
      throws IOException {
    return littleEndian()
        .filter(node -> !isReadByArrowJava(node))
        .map(node ->
            DynamicTest.dynamicTest(
                name(node) + " (decimal32 and decimal64: no vectors in arrow-java 19)",
                () -> verifyEqualByPyArrow(node)));
  }

  @TestFactory
  Stream<DynamicTest> bigEndianFilesAreRefusedByName() throws IOException {
    return cases().stream()
        .filter(node -> !isLittleEndian(node))
        .map(node ->
            DynamicTest.dynamicTest(
                name(node), () -> verifyRefused(file(node, ".arrow_file"), "big-endian")));
  }

  @TestFactory
  Stream<DynamicTest> littleEndianStreamsEqualTheFilesOfTheSameCase() throws IOException {
    return littleEndian()
        .map(node -> DynamicTest.dynamicTest(name(node), () -> verifyStream(node)));
  }

  @TestFactory
  Stream<DynamicTest> bigEndianStreamsAreRefusedByName() throws IOException {
    return cases().stream()
        .filter(node -> !isLittleEndian(node))
        .map(node ->
            DynamicTest.dynamicTest(
                name(node), () -> verifyRefused(file(node, ".stream"), "big-endian")));
  }

  @Test
  void theManifestHasTheFilesThatItHad() throws IOException {
    assertEquals(42, littleEndian().count());
    assertEquals(2, littleEndian().filter(node -> !isReadByArrowJava(node)).count());
    assertEquals(14, cases().stream().filter(node -> !isLittleEndian(node)).count());
  }

  private static void verifyEqual(JsonNode node) throws IOException {
    Path file = file(node, ".arrow_file");
    Oracle expected = Oracle.read(expected(node));
    Dataset dataset = Dataset.open(file.toString());
    assertEquals(
        OracleSchema.asOracleNames(expected.schema()),
        OracleSchema.asOracleNames(dataset.schema()));
    verifyRows(node, expected.rows(), file, dataset);
    for (int batchSize : new int[] {7, 4096}) {
      assertEquals(expected.rows(), BridgeRootTest.rows(dataset, batchSize), "as vectors");
    }
  }

  private static void verifyEqualByPyArrow(JsonNode node) throws Exception {
    Path file = file(node, ".arrow_file");
    List<List<Object>> expected = PyArrow.decimals(expected(node));
    Dataset dataset = Dataset.open(file.toString());
    assertEquals(Dataset.open(expected(node).toString()).schema(), dataset.schema());
    verifyRows(node, expected, file, dataset);
  }

  private static void verifyStream(JsonNode node) throws IOException {
    Path file = file(node, ".stream");
    Dataset stream = Dataset.open(file.toString());
    Dataset same = Dataset.open(file(node, ".arrow_file").toString());
    assertEquals(
        OracleSchema.asOracleNames(same.schema()), OracleSchema.asOracleNames(stream.schema()));
    verifyRows(node, Rows.of(same, 4096), file, stream);
    if (isReadByArrowJava(node)) {
      assertEquals(Oracle.read(expected(node)).rows(), Rows.of(stream, 64));
    }
  }

  private static void verifyRows(
      JsonNode node, List<List<Object>> expected, Path file, Dataset dataset) throws IOException {
    assertEquals(node.get("rows").asLong(), dataset.rowCount());
    assertEquals(node.get("batches").asInt(), dataset.splits().size());
    // Views of one row, copies across record batches, and whole record batches.
    for (int batchSize : new int[] {1, 7, 4096}) {
      assertEquals(expected, Rows.of(dataset, batchSize), "batches of " + batchSize);
    }
    // The same without a mapping.
    assertEquals(expected, Rows.of(Files.readAllBytes(file)));
  }

  private static void verifyRefused(Path file, String name) {
    UnsupportedDataException refusal =
        assertThrows(UnsupportedDataException.class, () -> Dataset.open(file.toString()));
    String message = refusal.getMessage();
    assertTrue(message.contains(file.toString()), message);
    assertTrue(message.contains(name), message);
  }

  private static boolean isLittleEndian(JsonNode node) {
    return node.get("endianness").asText().equals("little");
  }

  private static boolean isReadByArrowJava(JsonNode node) {
    return node.get("types")
        .valueStream()
        .map(JsonNode::asText)
        .noneMatch(UNREAD_BY_ARROW_JAVA::contains);
  }

  private static Stream<JsonNode> littleEndian() throws IOException {
    return cases().stream().filter(ConformanceTest::isLittleEndian);
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

  private static Path expected(JsonNode node) {
    return root().resolve(node.get("expected").asText());
  }

  private static String name(JsonNode node) {
    return node.get("case").asText();
  }
}
