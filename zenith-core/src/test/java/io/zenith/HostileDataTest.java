package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Damage;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random columns of all types of which some bytes, lengths or buffers were changed: either they
/// are refused as malformed, or every value of them can be read, printed and copied.
class HostileDataTest {
  @Test
  void changedDataIsRefusedOrReadable() throws Exception {
    Property.checkSideBySide(
        4000,
        (random, number) -> {
          List<DataType> all = RandomData.typesOfAllClasses();
          DataType type =
              random.nextBoolean() ? all.get(number % all.size()) : RandomData.type(random, 3);
          List<Object> values = RandomData.values(type, 1 + random.nextInt(20), 25, random);
          ArrayData data = Damage.some(build(type, values, random), random);
          int rows = values.size();
          try (OneBatch one = OneBatch.of(data, 0, rows)) {
            use(one.batch());
          } catch (MalformedDataException _) {
            // refused
          } catch (ArithmeticException _) {
            // lists and dictionaries of nothing may have any number of values
          }
        });
  }

  private static ArrayData build(DataType type, List<Object> values, SplittableRandom random) {
    return random.nextBoolean()
        ? ArrayBuilder.plain(type, values)
        : ArrayBuilder.noisy(type, values, random);
  }

  private static void use(Batch batch) {
    Column column = batch.column("c");
    List<Object> values = ColumnValues.of(column);
    for (int row = 0; row < batch.rows(); row++) {
      touch(column, row);
    }
    String text = column.toString();
    tensor(batch);
    Batch copy = batch.copy();
    assertEquals(values.toString(), ColumnValues.of(copy.column("c")).toString());
    assertEquals(text, copy.column("c").toString());
  }

  /// Null or not.
  private static void touch(Column column, int row) {
    switch (column) {
      case Utf8Column text ->
          assertEquals(text.byteLength(row), text.bytes(row).byteSize(), () -> text.get(row));
      case BinaryColumn bytes -> assertEquals(bytes.byteLength(row), bytes.get(row).length);
      case ListColumn lists -> assertEquals(lists.length(row), lists.get(row).rows());
      case UnionColumn unions -> assertEquals(1, unions.get(row).rows());
      case RunEndEncodedColumn runs -> runs.values().isNull(runs.get(row));
      case DecimalColumn decimals -> decimals.get(row);
      default -> {}
    }
  }

  private static void tensor(Batch batch) {
    try {
      batch.tensor("c", batch.rows() - 1).toFloats();
      batch.tensor("c").toFloats();
    } catch (IllegalStateException | IllegalArgumentException _) {
      // no tensor
    }
  }
}
