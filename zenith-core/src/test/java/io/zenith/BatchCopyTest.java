package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A copy has the values of its batch, and outlives step and loader.
class BatchCopyTest {

  @Test
  void copiesOfEveryTypeHaveTheSameValuesAfterTheLoaderIsClosed() {
    Property.check(
        400,
        (random, number) -> {
          List<DataType> flat = RandomData.flatTypes();
          DataType type = number < flat.size() ? flat.get(number) : RandomData.type(random, 3);
          List<Object> values = RandomData.values(type, 1 + random.nextInt(40), 25, random);
          ArrayData data = ArrayBuilder.noisy(type, values, random);
          int from = random.nextInt(values.size());
          int rows = 1 + random.nextInt(values.size() - from);
          Batch copy;
          Batch copyOfCopy;
          try (OneBatch one = OneBatch.of(data, from, rows)) {
            copy = one.batch().copy();
            copyOfCopy = copy.copy();
          }
          List<Object> expected = values.subList(from, from + rows);
          assertEquals(expected, ColumnValues.of(copy.column("c")), type.toString());
          assertEquals(expected, ColumnValues.of(copyOfCopy.column("c")), type.toString());
          assertEquals(type, copy.column("c").field().type());
        });
  }

  @Test
  void aCopyKeepsItsPlaceInEpochAndDataset() throws Exception {
    DataType type = new DataType.FloatingPoint(32);
    List<Object> values = new ArrayList<>(IntStream.range(0, 10).mapToObj(i -> (float) i).toList());
    MemFile file =
        MemFile.decoding("a.mem", Schema.of(Field.of("x", type)))
            .split(new RecordBatch(0, 10, List.of(ArrayBuilder.plain(type, values))));
    List<Batch> copies = new ArrayList<>();
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(4).epochs(2).build()) {
      loader.forEach(batch -> copies.add(batch.copy()));
    }
    Batch last = copies.getLast();
    assertEquals(6, copies.size());
    assertEquals(
        List.of(1, 2L, 2, 8L), List.of(last.epoch(), last.step(), last.rows(), last.rowNumber(0)));
    assertArrayEquals(new float[] {8, 9}, last.floats("x").toArray());
    assertArrayEquals(new float[] {8, 9}, last.stack("x").toFloats());
    assertArrayEquals(new float[] {8, 9}, last.tensor("x").toFloats());
    assertArrayEquals(new float[] {4, 5, 6, 7}, copies.get(1).floats("x").toArray());
  }
}
