package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.Dataset;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.Split;
import io.zenith.testkit.Python;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Selections of fields inside of columns give what PyArrow reads by the same paths.
/// `-Dzenith.tables=N` takes so many random tables, and `-Dzenith.seed=N` others.
class SelectedPathsTest {
  private static final int TABLES = Integer.getInteger("zenith.tables", 20);
  private static final int SEED = Integer.getInteger("zenith.seed", 1);
  private static final int SELECTIONS = 4;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void randomTables() throws IOException, InterruptedException {
    write("plain");
    verify(SELECTIONS, tables());
  }

  @Test
  void randomTablesWithTypesOfArrow() throws IOException, InterruptedException {
    write("arrow");
    verify(SELECTIONS, tables());
  }

  @Test
  void conformanceFiles() throws IOException, InterruptedException {
    Python.require("pyarrow");
    Path files = SharedFiles.require("conformance/parquet");
    verify(
        12,
        Stream.of(
                "nested_structs.rust.parquet",
                "nested_lists.snappy.parquet",
                "list_columns.parquet",
                "null_list.parquet",
                "nulls.snappy.parquet",
                "datapage_v2.snappy.parquet")
            .map(files::resolve)
            .toList());
  }

  /// Whatever is read of a column takes what the split has promised, and no more than all of it.
  @Test
  void promisesAreThoseOfTheLeavesThatAreRead() throws IOException, InterruptedException {
    write("arrow");
    for (Path table : tables()) {
      for (boolean mapped : new boolean[] {true, false}) {
        verifyPromises(table, mapped);
      }
    }
  }

  private void write(String types) throws IOException, InterruptedException {
    Python.require("pyarrow");
    Python.run(
        script("random_tables.py"),
        folder.toString(),
        Integer.toString(SEED),
        Integer.toString(TABLES),
        types);
  }

  private static String script(String name) throws IOException {
    try (InputStream script = SelectedPathsTest.class.getResourceAsStream(name)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private List<Path> tables() {
    return IntStream.range(0, TABLES).mapToObj(i -> folder.resolve(i + ".parquet")).toList();
  }

  private void verify(int selections, List<Path> files) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(folder.toString(), Integer.toString(SEED), Integer.toString(selections)));
    files.forEach(file -> arguments.add(file.toString()));
    String printed = Python.run(script("selected_paths.py"), arguments.toArray(String[]::new));
    List<String> lines = printed.lines().toList();
    assertTrue(lines.size() > 0.9 * selections * files.size(), lines::toString);
    for (String line : lines) {
      JsonNode selection = JSON.readTree(line);
      String[] paths =
          selection.get("paths").valueStream().map(JsonNode::asText).toArray(String[]::new);
      String file = files.get(selection.get("file").asInt()).toString();
      Dataset expected = Dataset.open(folder.resolve(selection.get("table").asText()).toString());
      Format unmapped = new UnmappedFormat(Parquet.format(), new AtomicLong());
      for (Dataset all : List.of(Dataset.open(file), Dataset.open(unmapped, file))) {
        verify(expected, all.select(paths), file + " " + Arrays.toString(paths));
      }
    }
  }

  private static void verify(Dataset expected, Dataset found, String message) throws IOException {
    assertEquals(types(expected.schema()), types(found.schema()), message);
    assertEquals(Table.read(expected, 100), Table.read(found, 100), message);
  }

  /// By name: the order of columns is that in which they were named, and in PyArrow that of the
  /// file. PyArrow forgets of some maps that their keys are sorted.
  private static Map<String, String> types(Schema schema) {
    Map<String, String> types = new TreeMap<>();
    for (Field field : schema.fields()) {
      types.put(field.name(), field.type().toString().replace(", keys_sorted", ""));
    }
    return types;
  }

  private static void verifyPromises(Path table, boolean mapped) throws IOException {
    Parquet format = Parquet.format();
    try (Arena arena = Arena.ofShared();
        DataSource source =
            (mapped ? format : new UnmappedFormat(format, new AtomicLong()))
                .open(NativeFile.read(table, arena), arena)) {
      List<Field> fields = source.schema().fields();
      for (Split split : source.splits()) {
        for (int column = 0; column < fields.size(); column++) {
          long whole = split.decodedBytes(Projection.columns(column));
          for (Projection part : parts(column, fields.get(column).type())) {
            long promised = split.decodedBytes(List.of(part));
            long taken = taken(source, split, part);
            String message = split + ", " + part;
            assertTrue(taken <= 2 * promised, () -> message + ": " + taken + " > " + promised);
            assertTrue(promised <= whole, () -> message + ": " + promised + " > " + whole);
            long stored = split.storedBytes(List.of(part)).orElseThrow();
            assertTrue(stored <= split.storedBytes(Projection.columns(column)).orElseThrow());
          }
        }
      }
    }
  }

  /// Each leaf by itself.
  private static List<Projection> parts(int place, DataType type) {
    List<Field> children = type.children();
    if (children.isEmpty()) {
      return List.of(Projection.whole(place));
    }
    if (type instanceof DataType.Map) {
      Projection key = Projection.whole(0);
      return parts(1, children.getFirst().type().children().get(1).type()).stream()
          .map(value -> new Projection(0, List.of(key, value)))
          .map(entries -> new Projection(place, List.of(entries)))
          .toList();
    }
    return IntStream.range(0, children.size())
        .boxed()
        .flatMap(child -> parts(child, children.get(child).type()).stream())
        .map(child -> new Projection(place, List.of(child)))
        .toList();
  }

  private static long taken(DataSource source, Split split, Projection part) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      AtomicLong taken = new AtomicLong();
      SegmentAllocator counting =
          (bytes, alignment) -> {
            taken.addAndGet(bytes);
            return arena.allocate(bytes, alignment);
          };
      try (BatchIterator batches = source.read(ReadRequest.all(split, List.of(part), counting))) {
        assertTrue(batches.advance());
      }
      return taken.get();
    }
  }
}
