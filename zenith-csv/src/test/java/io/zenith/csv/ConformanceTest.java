package io.zenith.csv;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The files of the conformance set, value by value.
class ConformanceTest {

  @TestFactory
  Stream<DynamicTest> everyFileGivesWhatTheManifestSays() throws IOException {
    Path folder = SharedFiles.require("conformance/csv");
    JsonNode files =
        new ObjectMapper().readTree(folder.resolve("manifest.json").toFile()).get("files");
    return files
        .valueStream()
        .map(file -> DynamicTest.dynamicTest(file.get("file").asText(), () -> check(folder, file)));
  }

  private static void check(Path folder, JsonNode file) throws IOException {
    String location = folder.resolve(file.get("file").asText()).toString();
    if (file.get("outcome").asText().equals("error")) {
      MalformedDataException error =
          assertThrows(
              MalformedDataException.class,
              () -> Read.columns(Dataset.open(format(file), location), 1_000));
      assertTrue(String.valueOf(error.getMessage()).contains(location), error::getMessage);
      return;
    }
    Dataset expected = Dataset.open(folder.resolve(file.get("expected").asText()).toString());
    Dataset found = Dataset.open(format(file), location);
    assertEquals(expected.schema().fields(), found.schema().fields());
    assertEquals(Read.columns(expected, 1_000), Read.columns(found, 1_000));
  }

  private static Csv format(JsonNode file) {
    JsonNode options = file.get("options");
    Csv format = Csv.format();
    if (options.has("delimiter")) {
      format = format.delimiter(options.get("delimiter").asText().charAt(0));
    }
    if (options.has("types")) {
      JsonNode types = options.get("types");
      format =
          format.types(
              types.isTextual()
                  ? types.asText()
                  : types
                      .propertyStream()
                      .map(type -> type.getKey() + ":" + type.getValue().asText())
                      .collect(Collectors.joining(",")));
    }
    if (options.has("nulls")) {
      format =
          format.nulls(
              options.get("nulls").valueStream().map(JsonNode::asText).toArray(String[]::new));
    }
    return format;
  }
}
