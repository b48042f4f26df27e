package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.RandomData;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// A row outside of the batch is out of bounds, also where the record batch has more.
class ColumnBoundsTest {

  @Test
  void everyMethodThatTakesARowRefusesOneOutside() throws Exception {
    List<DataType> types = RandomData.typesOfAllClasses();
    Set<Class<?>> seen = new HashSet<>();
    for (DataType type : types) {
      List<Object> values = RandomData.values(type, 9, new SplittableRandom(1));
      try (OneBatch one = OneBatch.of(ArrayBuilder.plain(type, values), 3, 3)) {
        Column column = one.batch().column(0);
        seen.add(column.getClass());
        List<Method> byRow =
            Arrays.stream(column.getClass().getMethods())
                .filter(
                    method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {int.class}))
                .filter(method -> !method.getName().equals("column"))
                .filter(method -> Column.class.isAssignableFrom(method.getDeclaringClass()))
                .toList();
        boolean hasGet = !(column instanceof StructColumn || column instanceof NullColumn);
        int least = hasGet ? 3 : 2;
        assertTrue(byRow.size() >= least, () -> byRow.toString());
        for (Method method : byRow) {
          method.invoke(column, 0);
          method.invoke(column, 2);
          for (int row : new int[] {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            InvocationTargetException thrown =
                assertThrows(
                    InvocationTargetException.class,
                    () -> method.invoke(column, row),
                    () -> method + " of row " + row);
            assertInstanceOf(IndexOutOfBoundsException.class, thrown.getCause());
          }
        }
      }
    }
    assertEquals(Set.of(Column.class.getPermittedSubclasses()), seen);
  }
}
