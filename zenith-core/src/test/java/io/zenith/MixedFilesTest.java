package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Files of one dataset whose schemas agree without being the same.
class MixedFilesTest {
  private static final DataType INT32 = new DataType.Int(32, true);
  private static final DataType INT64 = new DataType.Int(64, true);
  private static final DataType TEXT = new DataType.Utf8();

  private static Field required(String name, DataType type) {
    return new Field(name, type, false, Map.of());
  }

  private static MemFile file(String name, boolean decoding, Schema schema, List<?>... columns) {
    List<ArrayData> arrays = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      arrays.add(ArrayBuilder.plain(schema.fields().get(i).type(), columns[i]));
    }
    MemFile file = decoding ? MemFile.decoding(name, schema) : MemFile.mapped(name, schema);
    return file.split(new RecordBatch(0, columns[0].size(), arrays));
  }

  private static MemFolder folder(boolean decoding) throws Exception {
    return MemFolder.of(
        file(
            "a.mem",
            decoding,
            Schema.of(required("id", INT32), required("s", TEXT)),
            List.of(1L, 2L, 3L),
            List.of("a", "b", "c")),
        file(
            "b.mem",
            decoding,
            Schema.of(required("s", TEXT), required("id", INT64)),
            List.of("d", "e"),
            List.of(4L, 1L << 40)),
        file(
            "c.mem",
            decoding,
            Schema.of(required("x", new DataType.FloatingPoint(32)), required("id", INT32)),
            List.of(1.5f, 2.5f),
            List.of(6L, 7L)));
  }

  @Test
  void columnsAreThoseOfAllFilesWithTheWiderTypeAndNullsWhereOneIsMissing() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      for (int batchSize = 1; batchSize <= 8; batchSize++) {
        try (MemFolder folder = folder(decoding)) {
          Dataset dataset = folder.open();
          assertEquals(
              "Schema of 3 columns\n  id int64 not null\n  s utf8\n  x float32",
              dataset.schema().toString());
          List<Object> ids = new ArrayList<>();
          List<Object> text = new ArrayList<>();
          List<Object> floats = new ArrayList<>();
          try (DataLoader loader = dataset.loader(batchSize).build()) {
            for (Batch batch : loader) {
              ids.addAll(ColumnValues.of(batch.longs("id")));
              text.addAll(ColumnValues.of(batch.strings("s")));
              floats.addAll(ColumnValues.of(batch.floats("x")));
            }
          }
          assertEquals(List.of(1L, 2L, 3L, 4L, 1L << 40, 6L, 7L), ids);
          assertEquals(Arrays.asList("a", "b", "c", "d", "e", null, null), text);
          assertEquals(Arrays.asList(null, null, null, null, null, 1.5f, 2.5f), floats);
          assertEquals(
              List.of(3L, 4L, 1L << 40, 6L), ColumnValues.of(dataset.rows(2, 4).longs("id")));
        }
      }
    }
  }

  @Test
  void aSelectionReadsOnlyWhatEachFileHasOfIt() throws Exception {
    try (MemFolder folder = folder(true);
        DataLoader loader = folder.open().select("x", "s").loader(7).build()) {
      Batch batch = loader.iterator().next();
      assertEquals(
          Arrays.asList(null, null, null, null, null, 1.5f, 2.5f),
          ColumnValues.of(batch.column(0)));
      assertEquals(
          Arrays.asList("a", "b", "c", "d", "e", null, null), ColumnValues.of(batch.column(1)));
    }
  }

  @Test
  void typesThatDoNotGoTogetherAreAnErrorThatNamesBothFiles() throws Exception {
    try (MemFolder folder =
        MemFolder.of(
            file("a.mem", true, Schema.of(Field.of("id", INT64)), List.of(1L)),
            file("b.mem", true, Schema.of(Field.of("id", TEXT)), List.of("1")))) {
      Dataset dataset = folder.open();
      String message = assertThrows(UnsupportedDataException.class, dataset::rowCount).getMessage();
      String root = dataset.files().getFirst().toString().replace("a.mem", "");
      assertEquals(
          root
              + "b.mem: column 'id' is utf8, but int64 in "
              + root
              + "a.mem: no type holds the values of both",
          message);
    }
  }

  @Test
  void columnsOfOneNameAreToldApartByTheirPlacesOrNotAtAll() throws Exception {
    Schema twice = Schema.of(Field.of("x", INT32), Field.of("x", TEXT));
    try (MemFolder folder =
            MemFolder.of(
                file("a.mem", true, twice, List.of(1L), List.of("a")),
                file(
                    "b.mem",
                    true,
                    Schema.of(Field.of("x", INT64), Field.of("x", TEXT)),
                    List.of(2L),
                    List.of("b")));
        DataLoader loader = folder.open().loader(2).build()) {
      Batch batch = loader.iterator().next();
      assertEquals(List.of(1L, 2L), ColumnValues.of(batch.column(0)));
      assertEquals(List.of("a", "b"), ColumnValues.of(batch.column(1)));
    }
    try (MemFolder folder =
        MemFolder.of(
            file("a.mem", true, twice, List.of(1L), List.of("a")),
            file("b.mem", true, Schema.of(Field.of("x", INT32)), List.of(2L)))) {
      assertThrows(UnsupportedDataException.class, folder.open()::schema);
    }
  }
}
