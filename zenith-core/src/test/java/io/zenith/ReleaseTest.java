package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.RandomData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// A batch that is touched after its step says so, whatever is touched.
class ReleaseTest {
  private static final String BY_STEP =
      "this batch was released by step 1 of epoch 0: a batch is valid until the next step;"
          + " batch.copy() keeps one";
  private static final String BY_CLOSE =
      "this batch was released when its loader was closed: a batch is valid until the next step;"
          + " batch.copy() keeps one";

  /// What is known without looking at data, and so answers always.
  private static final Set<String> TIMELESS =
      Set.of(
          "field",
          "rows",
          "epoch",
          "step",
          "rowNumber",
          "schema",
          "toString",
          "hashCode",
          "equals",
          "getClass",
          "wait",
          "notify",
          "notifyAll",
          "bitOffset",
          "byteWidth",
          "shape",
          "elementType",
          "size");

  /// One column of every class.
  private static final List<DataType> TYPES = types();

  /// Truth values first, then numbers.
  private static List<DataType> types() {
    List<DataType> types = new ArrayList<>(RandomData.typesOfAllClasses());
    types.remove(new DataType.Bool());
    types.addAll(
        0, List.of(new DataType.Bool(), new DataType.Int(8, true), new DataType.Int(16, true)));
    return types;
  }

  private static MemFile twoSteps() {
    SplittableRandom random = new SplittableRandom(1);
    List<ArrayData> columns =
        TYPES.stream()
            .map(type -> ArrayBuilder.plain(type, RandomData.values(type, 2, random)))
            .toList();
    Field[] fields = new Field[columns.size()];
    Arrays.setAll(fields, i -> Field.of("c" + i, TYPES.get(i)));
    return MemFile.mapped("a.mem", Schema.of(fields)).split(new RecordBatch(0, 2, columns));
  }

  @Test
  void everyMethodOfAReleasedColumnSaysWhichStepReleasedIt() throws Exception {
    try (MemFolder folder = MemFolder.of(twoSteps())) {
      DataLoader loader = folder.open().loader(1).build();
      Iterator<Batch> batches = loader.iterator();
      Batch batch = batches.next();
      List<Column> columns = new ArrayList<>();
      Set<Class<?>> classes = new HashSet<>();
      for (int i = 0; i < TYPES.size(); i++) {
        columns.add(batch.column(i));
        classes.add(batch.column(i).getClass());
      }
      assertEquals(Set.of(Column.class.getPermittedSubclasses()), classes);
      batches.next();
      for (Column column : columns) {
        assertEveryMethodThrows(column, BY_STEP);
        assertEquals(column.field() + ", 1 rows, released", column.toString());
      }
      loader.close();
      assertEveryMethodThrows(columns.getFirst(), BY_STEP);
    }
  }

  @Test
  void everyMethodOfAColumnThatLivedUntilTheCloseSaysSo() throws Exception {
    try (MemFolder folder = MemFolder.of(twoSteps())) {
      DataLoader loader = folder.open().loader(1).build();
      Column column = loader.iterator().next().column(1);
      loader.close();
      assertEveryMethodThrows(column, BY_CLOSE);
    }
  }

  @Test
  void howLongAgoABatchWasReleasedDoesNotChangeWhoDidIt() throws Exception {
    try (MemFolder folder = MemFolder.of(Ids.file("a.mem", false, 0, 5))) {
      DataLoader loader = folder.open().loader(1).epochs(100).build();
      List<Batch> seen = new ArrayList<>();
      loader.forEach(seen::add);
      loader.close();
      for (int i = 200; i < 499; i++) {
        Batch batch = seen.get(i);
        String by =
            i % 5 < 4
                ? "by step " + (i % 5 + 1) + " of epoch " + i / 5
                : "by step 0 of epoch " + (i / 5 + 1);
        String message =
            assertThrows(IllegalStateException.class, () -> batch.column(0)).getMessage();
        assertTrue(message.startsWith("this batch was released " + by + ":"), message);
      }
      String oldest =
          assertThrows(IllegalStateException.class, () -> seen.get(7).column(0)).getMessage();
      assertTrue(oldest.startsWith("this batch was released by a later step:"), oldest);
    }
  }

  @Test
  void everyMethodOfAReleasedBatchOrTensorSaysSo() throws Exception {
    try (MemFolder folder = MemFolder.of(twoSteps());
        DataLoader loader = folder.open().loader(1).build()) {
      Iterator<Batch> batches = loader.iterator();
      Batch batch = batches.next();
      ColumnKey<BooleanColumn> key = loader.key("c0", BooleanColumn.class);
      Tensor tensor = batch.tensor("c1");
      Tensor stack = batch.stack("c1", "c2");
      batches.next();
      assertEveryMethodThrows(tensor, BY_STEP);
      assertEveryMethodThrows(stack, BY_STEP);
      assertReleased(() -> batch.get(key), BY_STEP);
      assertReleased(() -> batch.column(0), BY_STEP);
      assertReleased(() -> batch.column("c0"), BY_STEP);
      assertReleased(() -> batch.booleans("c0"), BY_STEP);
      assertReleased(() -> batch.tensor("c1"), BY_STEP);
      assertReleased(() -> batch.stack("c1"), BY_STEP);
      assertReleased(() -> batch.stack(0f, "c1"), BY_STEP);
      assertReleased(batch::copy, BY_STEP);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment target = arena.allocate(4);
        assertReleased(() -> batch.stackInto(target, "c1"), BY_STEP);
      }
      assertEquals("Batch of 1 rows, epoch 0, step 0, released", batch.toString());
    }
  }

  @Test
  void columnsOfColumnsAreReleasedWithTheirBatch() throws Exception {
    try (MemFolder folder = MemFolder.of(twoSteps());
        DataLoader loader = folder.open().loader(1).build()) {
      Iterator<Batch> batches = loader.iterator();
      Batch batch = batches.next();
      List<Column> inner = new ArrayList<>();
      for (int i = 0; i < TYPES.size(); i++) {
        switch (batch.column(i)) {
          case ListColumn list -> inner.add(list.get(0));
          case FixedSizeListColumn list -> inner.addAll(List.of(list.get(0), list.elements()));
          case StructColumn struct -> inner.add(struct.column(0));
          case UnionColumn union -> inner.add(union.get(0));
          case RunEndEncodedColumn runs -> inner.add(runs.values());
          case DictionaryColumn dictionary -> inner.add(dictionary.dictionary());
          default -> {}
        }
      }
      assertEquals(12, inner.size());
      batches.next();
      inner.forEach(column -> assertReleased(column::nullCount, BY_STEP));
    }
  }

  @Test
  void theStepThatBeginsAnotherEpochIsNamed() throws Exception {
    try (MemFolder folder = MemFolder.of(twoSteps());
        DataLoader loader = folder.open().loader(2).epochs(2).build()) {
      Iterator<Batch> batches = loader.iterator();
      Batch first = batches.next();
      assertTrue(batches.hasNext());
      assertEquals(2, first.booleans("c0").rows(), "asking for more has released the batch");
      first.booleans("c0").get(1);
      batches.next();
      String message =
          assertThrows(IllegalStateException.class, () -> first.booleans("c0")).getMessage();
      assertTrue(message.contains("by step 0 of epoch 1"), message);
    }
  }

  private static void assertReleased(Executable use, String message) {
    assertEquals(message, assertThrows(IllegalStateException.class, use).getMessage());
  }

  /// Calls every public method, with row 0 and arrays of one.
  private static void assertEveryMethodThrows(Object released, String message) throws Exception {
    int called = 0;
    for (Method method : released.getClass().getMethods()) {
      boolean listLength =
          released instanceof FixedSizeListColumn && method.getName().equals("length");
      if (TIMELESS.contains(method.getName())
          || Modifier.isStatic(method.getModifiers())
          || listLength) {
        continue;
      }
      called++;
      Object[] arguments =
          Arrays.stream(method.getParameterTypes()).map(ReleaseTest::any).toArray();
      InvocationTargetException thrown =
          assertThrows(
              InvocationTargetException.class,
              () -> method.invoke(released, arguments),
              method::toString);
      assertEquals(
          "java.lang.IllegalStateException: " + message,
          thrown.getCause().toString(),
          method::toString);
    }
    assertTrue(called >= 3, released.getClass() + " has no methods left to call");
  }

  private static Object any(Class<?> type) {
    if (type.isArray()) {
      return Array.newInstance(type.componentType(), 4);
    }
    return type == String.class ? "item" : Array.get(Array.newInstance(type, 1), 0);
  }
}
