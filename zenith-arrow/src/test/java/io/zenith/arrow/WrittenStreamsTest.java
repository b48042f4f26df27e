package io.zenith.arrow;

import static io.zenith.arrow.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Streams and files of other writers whose dictionaries change.
final class WrittenStreamsTest {
  private static final DictionaryEncoding ENCODING =
      new DictionaryEncoding(1, false, new ArrowType.Int(8, true));

  @TempDir private Path folder;

  @Test
  void dictionariesThatArrowJavaReplacesAreRead() throws IOException {
    Path file = folder.resolve("replaced.arrows");
    try (RootAllocator allocator = new RootAllocator();
        VarCharVector values = new VarCharVector("values", allocator);
        TinyIntVector indices =
            new TinyIntVector(
                "d", new FieldType(true, ENCODING.getIndexType(), ENCODING), allocator)) {
      values.allocateNew();
      MapDictionaryProvider provider = new MapDictionaryProvider(new Dictionary(values, ENCODING));
      List<FieldVector> vectors = List.of(indices);
      try (VectorSchemaRoot root = new VectorSchemaRoot(vectors);
          ArrowStreamWriter writer =
              new ArrowStreamWriter(root, provider, Files.newOutputStream(file))) {
        for (int i = 0; i < 4; i++) {
          for (int value = 0; value < 3; value++) {
            values.setSafe(value, FileForge.text("state " + i / 2 + " value " + value));
          }
          values.setValueCount(3);
          for (int row = 0; row < 5; row++) {
            indices.setSafe(row, (row + i) % 3);
          }
          indices.setNull(4);
          root.setRowCount(5);
          writer.writeBatch();
        }
      }
    }
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      for (int row = 0; row < 4; row++) {
        expected.add(row("state " + i / 2 + " value " + (row + i) % 3));
      }
      expected.add(row((Object) null));
    }
    assertEquals(expected, Oracle.readStream(file).rows());
    verifyRows(expected, file);
  }

  /// The lists stay as they are while what their elements mean changes.
  @Test
  void dictionariesInsideOfDictionariesMeanWhatArrowJavaTakesThemFor() throws IOException {
    Path file = folder.resolve("nested.arrows");
    DictionaryEncoding words = new DictionaryEncoding(2, false, new ArrowType.Int(8, true));
    try (RootAllocator allocator = new RootAllocator();
        VarCharVector inner = new VarCharVector("words", allocator);
        ListVector outer = ListVector.empty("lists", allocator);
        TinyIntVector indices =
            new TinyIntVector(
                "d", new FieldType(true, ENCODING.getIndexType(), ENCODING), allocator)) {
      FieldType element = new FieldType(true, words.getIndexType(), words);
      TinyIntVector elements = (TinyIntVector) outer.addOrGetVector(element).getVector();
      for (int list = 0; list < 2; list++) {
        outer.startNewValue(list);
        elements.setSafe(2 * list, list);
        elements.setSafe(2 * list + 1, 1 - list);
        outer.endValue(list, 2);
      }
      elements.setValueCount(4);
      outer.setValueCount(2);
      MapDictionaryProvider provider =
          new MapDictionaryProvider(new Dictionary(outer, ENCODING), new Dictionary(inner, words));
      List<FieldVector> vectors = List.of(indices);
      try (VectorSchemaRoot root = new VectorSchemaRoot(vectors);
          ArrowStreamWriter writer =
              new ArrowStreamWriter(root, provider, Files.newOutputStream(file))) {
        for (int i = 0; i < 3; i++) {
          inner.setSafe(0, FileForge.text("zero " + i));
          inner.setSafe(1, FileForge.text("one " + i));
          inner.setValueCount(2);
          indices.setSafe(0, 0);
          indices.setSafe(1, 1);
          root.setRowCount(2);
          writer.writeBatch();
        }
      }
    }
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      expected.add(row(row("zero " + i, "one " + i)));
      expected.add(row(row("one " + i, "zero " + i)));
    }
    assertEquals(expected, Oracle.readStream(file).rows());
    verifyRows(expected, file);
  }

  /// A dictionary that grows from batch to batch, is replaced once in the stream, and has nulls.
  private static final String DELTAS =
      """
      import sys
      import pyarrow as pa
      text = [None if i % 7 == 3 else 'value %d %s' % (i, 'x' * (i % 5)) for i in range(60)]
      numbers = [[i, i + 1] for i in range(60)]
      def batch(replaced, count):
          values = pa.array([('new ' if replaced and v else '') + v if v else v for v in text[:count]])
          lists = pa.array(numbers[:count], pa.list_(pa.int16()))
          places = pa.array([(i * 7) % count for i in range(9)] + [None], pa.int8())
          return pa.record_batch(
              [pa.DictionaryArray.from_arrays(places, values),
               pa.DictionaryArray.from_arrays(places, lists)], names=['text', 'lists'])
      batches = [batch(False, n) for n in (3, 3, 10, 11, 40)]
      options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
      with pa.ipc.new_file(sys.argv[1], batches[0].schema, options=options) as writer:
          for b in batches: writer.write_batch(b)
      stream = batches + [batch(True, n) for n in (5, 20)]
      with pa.ipc.new_stream(sys.argv[2], batches[0].schema, options=options) as writer:
          for b in stream: writer.write_batch(b)
          assert writer.stats.num_dictionary_deltas == 8, writer.stats
          assert writer.stats.num_replaced_dictionaries == 2, writer.stats
      for path, all in ((sys.argv[3], batches), (sys.argv[4], stream)):
          table = pa.Table.from_batches(all)
          plain = pa.table({n: table[n].cast(table.schema.field(n).type.value_type)
                            if n == 'text' else
                            pa.array(table[n].to_pylist(), pa.list_(pa.int16()))
                            for n in table.column_names})
          with pa.ipc.new_file(path, plain.schema) as writer: writer.write_table(plain)
      """;

  @Test
  void dictionariesThatPyArrowExtendsByDeltasAreRead() throws Exception {
    Path file = folder.resolve("deltas.arrow");
    Path stream = folder.resolve("deltas.arrows");
    Path plainFile = folder.resolve("plain-file.arrow");
    Path plainStream = folder.resolve("plain-stream.arrow");
    PyArrow.write(DELTAS, file, stream, plainFile, plainStream);
    verifyRows(Oracle.read(plainFile).rows(), file);
    verifyRows(Oracle.read(plainStream).rows(), stream);
  }

  private static void verifyRows(List<List<Object>> expected, Path file) throws IOException {
    for (int batchSize : new int[] {1, 4, 1000}) {
      assertEquals(expected, Rows.of(Dataset.open(file.toString()), batchSize));
    }
    assertEquals(expected, Rows.of(Files.readAllBytes(file)));
  }
}
