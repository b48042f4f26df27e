package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.UnionMode;
import io.zenith.testkit.RandomData;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which types are read alike.
class ShapesTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final DataType TEXT = new DataType.Utf8();

  @Test
  void everyTypeIsReadAsItselfAndAsNoOther() {
    List<DataType> types = RandomData.typesOfAllClasses();
    for (int i = 0; i < types.size(); i++) {
      for (int j = 0; j < types.size(); j++) {
        DataType left = types.get(i);
        DataType right = types.get(j);
        assertTrue(Shapes.same(left, right) == (i == j), () -> left + " and " + right);
      }
    }
  }

  private static DataType map(String entries, String key, String value, boolean sorted) {
    return new DataType.Map(
        Field.of(entries, new DataType.Struct(List.of(Field.of(key, TEXT), Field.of(value, INT)))),
        sorted);
  }

  @Test
  void namesThatTheFormatDoesNotFixDoNotCount() {
    assertTrue(Shapes.same(map("entries", "key", "value", false), map("map", "k", "v", false)));
    assertFalse(Shapes.same(map("entries", "key", "value", false), map("map", "k", "v", true)));
    for (String name : List.of("item", "element", "")) {
      Field item = Field.of("item", INT);
      Field other = new Field(name, INT, false, java.util.Map.of("k", "v"));
      assertTrue(Shapes.same(new DataType.ListView(item), new DataType.ListView(other)));
      assertTrue(Shapes.same(new DataType.LargeList(item), new DataType.LargeList(other)));
      assertTrue(Shapes.same(new DataType.LargeListView(item), new DataType.LargeListView(other)));
      assertTrue(Shapes.same(runs(32, item), runs(32, other)));
      assertFalse(Shapes.same(runs(32, item), runs(16, other)));
    }
  }

  private static DataType runs(int bits, Field values) {
    return new DataType.RunEndEncoded(
        Field.of(values.name() + " ends", new DataType.Int(bits, true)), values);
  }

  @Test
  void unionsAreAlikeInModeIdsAndNames() {
    DataType union = union(UnionMode.DENSE, 0, 1, "b");
    assertTrue(Shapes.same(union, union(UnionMode.DENSE, 0, 1, "b")));
    assertFalse(Shapes.same(union, union(UnionMode.SPARSE, 0, 1, "b")));
    assertFalse(Shapes.same(union, union(UnionMode.DENSE, 0, 2, "b")));
    assertFalse(Shapes.same(union, union(UnionMode.DENSE, 1, 0, "b")));
    assertFalse(Shapes.same(union, union(UnionMode.DENSE, 0, 1, "c")));
  }

  private static DataType union(UnionMode mode, int first, int second, String name) {
    return new DataType.Union(
        mode, List.of(first, second), List.of(Field.of("a", INT), Field.of(name, TEXT)));
  }
}
