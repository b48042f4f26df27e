package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.RandomData;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// How a batch finds its columns: by name, by class, by key, by place.
class BatchTest {
  private static final DataType INT64 = new DataType.Int(64, true);
  private static final DataType FLOAT = new DataType.FloatingPoint(32);

  private static OneBatch batch(Field... fields) throws Exception {
    List<ArrayData> columns = new ArrayList<>();
    for (Field field : fields) {
      columns.add(
          ArrayBuilder.plain(
              field.type(), RandomData.values(field.type(), 3, new SplittableRandom(1))));
    }
    return OneBatch.of(Schema.of(fields), new RecordBatch(0, 3, columns));
  }

  private static String refusal(Executable use) {
    return assertThrows(IllegalArgumentException.class, use).getMessage();
  }

  @Test
  void aWrongNameSaysWhatExistsAndGuesses() throws Exception {
    try (OneBatch one =
        batch(Field.of("id", INT64), Field.of("label", INT64), Field.of("x", FLOAT))) {
      Batch batch = one.batch();
      String columns = "; columns: id int64, label int64, x float32";
      assertEquals(
          "no column 'lable' (did you mean 'label'?)" + columns,
          refusal(() -> batch.longs("lable")));
      assertEquals(
          "no column 'LABEL' (did you mean 'label'?)" + columns,
          refusal(() -> batch.column("LABEL")));
      assertEquals(
          "no column 'labels' (did you mean 'label'?)" + columns,
          refusal(() -> batch.column("labels")));
      assertEquals(
          "no column 'weight'" + columns, refusal(() -> batch.column("weight", FloatColumn.class)));
      assertEquals("no column ''" + columns, refusal(() -> batch.stack("id", "")));
      assertEquals("no column 'nothing'" + columns, refusal(() -> batch.tensor("nothing")));
      assertEquals(
          "no column 'lable' (did you mean 'label'?)" + columns,
          refusal(() -> one.loader().key("lable", LongColumn.class)));
    }
  }

  @Test
  void aMessageListsNoMoreThanTwentyColumns() throws Exception {
    Field[] fields = new Field[30];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = Field.of("column" + i, INT64);
    }
    try (OneBatch one = batch(fields)) {
      String message = refusal(() -> one.batch().column("nothing"));
      assertTrue(message.endsWith(", column19 int64, and 10 more"), message);
    }
  }

  @Test
  void aWrongTypeSaysHowToReadTheColumn() throws Exception {
    DataType list = new DataType.List(Field.of("item", FLOAT));
    try (OneBatch one = batch(Field.of("x", FLOAT), Field.of("l", list))) {
      Batch batch = one.batch();
      assertEquals(
          "column 'x' is float32: read it with floats(\"x\"), not longs(\"x\")",
          refusal(() -> batch.longs("x")));
      assertEquals(
          "column 'l' is list<float32>: read it with column(\"l\", ListColumn.class), not"
              + " floats(\"l\")",
          refusal(() -> batch.floats("l")));
      assertEquals(
          "column 'x' is float32: read it with floats(\"x\"), not"
              + " column(\"x\", IntColumn.class)",
          refusal(() -> batch.column("x", IntColumn.class)));
      assertEquals(
          "column 'x' is float32, a FloatColumn, not a IntColumn",
          refusal(() -> one.loader().key("x", IntColumn.class)));
      assertEquals(
          "column 'l' is list<float32>, not a number", refusal(() -> batch.stack("x", "l")));
    }
  }

  @Test
  void everyTypeIsReadByItsOwnMethodAndByNoOther() throws Exception {
    for (DataType type : RandomData.flatTypes()) {
      try (OneBatch one = batch(Field.of("c", type))) {
        Batch batch = one.batch();
        List<Executable> readers =
            List.of(
                () -> batch.booleans("c"),
                () -> batch.bytes("c"),
                () -> batch.shorts("c"),
                () -> batch.ints("c"),
                () -> batch.longs("c"),
                () -> batch.halves("c"),
                () -> batch.floats("c"),
                () -> batch.doubles("c"),
                () -> batch.decimals("c"),
                () -> batch.strings("c"),
                () -> batch.binaries("c"),
                () -> batch.column("c", NullColumn.class),
                () -> batch.column("c", IntervalColumn.class),
                () -> batch.column("c", FixedSizeBinaryColumn.class));
        int able = 0;
        for (Executable reader : readers) {
          try {
            reader.execute();
            able++;
          } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("column 'c' is " + type), e.getMessage());
          } catch (Throwable e) {
            throw new AssertionError(type.toString(), e);
          }
        }
        assertEquals(1, able, type.toString());
      }
    }
  }

  @Test
  void twoColumnsOfOneNameAreReadByPlace() throws Exception {
    try (OneBatch one = batch(Field.of("x", FLOAT), Field.of("x", INT64), Field.of("y", FLOAT))) {
      String message = refusal(() -> one.batch().column("x"));
      assertEquals(
          "several columns are named 'x': read them by place; columns: x float32, x int64, y"
              + " float32",
          message);
      assertTrue(one.batch().column(1) instanceof LongColumn);
      assertThrows(IndexOutOfBoundsException.class, () -> one.batch().column(3));
    }
  }

  @Test
  void keysReadColumnsOfTheirLoaderOnly() throws Exception {
    try (OneBatch one = batch(Field.of("id", INT64), Field.of("x", FLOAT));
        OneBatch other = batch(Field.of("id", INT64), Field.of("x", FLOAT))) {
      ColumnKey<FloatColumn> key = one.loader().key("x", FloatColumn.class);
      assertEquals("x float32 as FloatColumn", key.toString());
      assertEquals(
          one.batch().floats("x").segment().address(), one.batch().get(key).segment().address());
      assertEquals(one.batch().floats("x").get(2), one.batch().copy().get(key).get(2));
      assertEquals(
          "the key x float32 as FloatColumn belongs to another loader",
          refusal(() -> other.batch().get(key)));
    }
  }

  @Test
  void rowsHaveTheirPlaceInTheDataset() throws Exception {
    try (OneBatch one = batch(Field.of("x", FLOAT))) {
      assertEquals(2, one.batch().rowNumber(2));
      assertThrows(IndexOutOfBoundsException.class, () -> one.batch().rowNumber(3));
      assertThrows(IndexOutOfBoundsException.class, () -> one.batch().rowNumber(-1));
      assertEquals(0, one.batch().epoch());
      assertEquals(0, one.batch().step());
      assertSame(one.loader().schema(), one.batch().schema());
    }
  }

  @Test
  void metadataAndExtensionNamesAreKept() throws Exception {
    Field uuid =
        new Field(
            "u",
            new DataType.FixedSizeBinary(16),
            false,
            java.util.Map.of("ARROW:extension:name", "arrow.uuid"));
    try (OneBatch one = batch(uuid)) {
      assertEquals(uuid, one.batch().column("u").field());
      assertEquals("arrow.uuid", one.batch().column(0).field().extensionName().orElseThrow());
    }
  }
}
