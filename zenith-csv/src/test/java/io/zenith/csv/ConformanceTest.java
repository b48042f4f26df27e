package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
              MalformedDataException.class, () -> read(Dataset.open(format(file), location)));
      assertTrue(String.valueOf(error.getMessage()).contains(location), error::getMessage);
      return;
    }
    Dataset expected = Dataset.open(folder.resolve(file.get("expected").asText()).toString());
    Dataset found = Dataset.open(format(file), location);
    assertEquals(expected.schema().fields(), found.schema().fields());
    assertEquals(read(expected), read(found));
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

  /// The values of each column.
  private static List<List<Object>> read(Dataset dataset) {
    List<List<Object>> columns = new ArrayList<>();
    dataset.schema().fields().forEach(_ -> columns.add(new ArrayList<>()));
    try (DataLoader loader = dataset.loader(1_000).build()) {
      for (Batch batch : loader) {
        for (int i = 0; i < columns.size(); i++) {
          columns.get(i).addAll(ColumnValues.of(batch.column(i)));
        }
      }
    }
    return columns;
  }
}
