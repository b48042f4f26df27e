package io.zenith.arrow;

import static io.zenith.arrow.FileForge.longs;
import static io.zenith.arrow.FileForge.none;
import static io.zenith.arrow.Rows.row;
import static io.zenith.arrow.Sample.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.InMemory;
import io.zenith.testkit.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The types of the columnar format that few writers use, each by itself, among other columns, and
/// in a dictionary: the values are those that were written, and those that arrow-java reads.
final class TypesTest {
  @TempDir Path folder;

  static Stream<Sample> samples() {
    return Sample.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void valuesAreThoseThatWereWritten(Sample sample) throws IOException {
    byte[] file = sample.file();
    verify(file, sample, sample.values().stream().map(Rows::row).toList());
    try (InMemory memory = new InMemory(Arrow.format(), "type", file)) {
      assertEquals(sample.type(), memory.mapped().schema().fields().getFirst().type().toString());
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void theColumnsBehindKeepTheirBuffers(Sample sample) throws IOException {
    Field struct =
        Fields.of("s", new ArrowType.Struct(), sample.field(), Fields.of("x", Fields.INT64));
    Field again = Fields.of("again", new ArrowType.Struct(), sample.field());
    List<byte[]> buffers = new ArrayList<>(List.of(none()));
    buffers.addAll(sample.buffers());
    buffers.addAll(List.of(none(), longs(7, 8, 9), none()));
    buffers.addAll(sample.buffers());
    List<Metadata.Node> nodes = new ArrayList<>(nodes(3, 0));
    nodes.addAll(sample.nodes());
    nodes.addAll(nodes(3, 0, 3, 0));
    nodes.addAll(sample.nodes());
    List<Long> viewData = new ArrayList<>(sample.viewData());
    viewData.addAll(sample.viewData());
    byte[] file =
        new FileForge(struct, again)
            .viewData(viewData)
            .batch(3, nodes, buffers.toArray(byte[][]::new))
            .build();
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Object value = sample.values().get(i);
      rows.add(row(Row.of(value, 7L + i), Row.of(value)));
    }
    verify(file, sample, rows);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void dictionariesHoldValuesOfAnyType(Sample sample) throws IOException {
    Field values = sample.field();
    Field field =
        Fields.encoded("d", 1, 8, values.getType(), values.getChildren().toArray(Field[]::new));
    byte[] file =
        new FileForge(field)
            .viewData(sample.viewData())
            .dictionary(1, false, 3, sample.nodes(), sample.buffers().toArray(byte[][]::new))
            .viewData(List.of())
            .batch(4, nodes(4, 0), none(), new byte[] {2, 0, 1, 0})
            .build();
    List<Object> expected = sample.values();
    List<List<Object>> rows = Stream.of(2, 0, 1, 0).map(index -> row(expected.get(index))).toList();
    assertEquals(rows, Rows.of(file));
  }

  private void verify(byte[] file, Sample sample, List<List<Object>> rows) throws IOException {
    assertEquals(rows, Rows.of(file));
    if (sample.isReadByArrowJava()) {
      Path written = Files.write(folder.resolve("sample.arrow"), file);
      assertEquals(rows, Oracle.read(written).rows(), "arrow-java");
    }
  }
}
