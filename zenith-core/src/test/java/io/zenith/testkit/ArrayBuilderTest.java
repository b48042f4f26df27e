package io.zenith.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.schema.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whatever is built is read back: the tests of the library compare by these two.
class ArrayBuilderTest {

  @Test
  void everyFlatTypeIsReadBackPlainAndNoisy() {
    Property.check(
        RandomData.flatTypes().size() * 4,
        (random, number) -> {
          DataType type = RandomData.flatTypes().get(number / 4 % RandomData.flatTypes().size());
          List<Object> values = RandomData.values(type, 1 + random.nextInt(40), 20, random);
          boolean noisy = number % 2 == 1;
          try (OneBatch one =
              OneBatch.of(
                  noisy
                      ? ArrayBuilder.noisy(type, values, random)
                      : ArrayBuilder.plain(type, values))) {
            assertEquals(values, ColumnValues.of(one.batch().column(0)), type.toString());
          }
        });
  }

  @Test
  void nestedTypesAreReadBack() {
    Property.check(
        300,
        (random, _) -> {
          DataType type = RandomData.type(random, 3);
          List<Object> values = RandomData.values(type, 1 + random.nextInt(20), 20, random);
          try (OneBatch one = OneBatch.of(ArrayBuilder.noisy(type, values, random))) {
            assertEquals(values, ColumnValues.of(one.batch().column(0)), type.toString());
          }
        });
  }
}
