package io.zenith.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.schema.UnionMode;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is left of columns of which only some fields are read.
class ProjectionTest {
  private static final DataType INT32 = new DataType.Int(32, true);
  private static final DataType ABC =
      new DataType.Struct(
          List.of(
              Field.of("a", INT32),
              Field.of(
                  "b", new DataType.Struct(List.of(Field.of("x", INT32), Field.of("y", INT32)))),
              Field.of("c", INT32)));

  private static Projection part(int place, Projection... inside) {
    return new Projection(place, List.of(inside));
  }

  private static final Projection LAST = part(0, part(1, part(1)), part(2));

  @Test
  void listsOfAllKindsKeepTheirKind() {
    Field element = Field.of("e", ABC);
    Projection some = part(3, part(0, part(0)));
    for (DataType list :
        List.of(
            new DataType.List(element),
            new DataType.LargeList(element),
            new DataType.ListView(element),
            new DataType.LargeListView(element),
            new DataType.FixedSizeList(element, 2))) {
      DataType left = some.of(list);
      assertSame(list.getClass(), left.getClass());
      assertEquals("struct<a: int32>", left.children().getFirst().type().toString());
      assertSame(list, Projection.whole(0).of(list));
    }
  }

  @Test
  void whatHasNoFieldsToChooseIsRefused() {
    DataType union =
        new DataType.Union(UnionMode.SPARSE, List.of(0), List.of(Field.of("x", INT32)));
    for (DataType type :
        List.of(union, new DataType.RunEndEncoded(Field.of("r", INT32), Field.of("v", ABC)))) {
      assertEquals(
          "fields of " + type + ", which is read as a whole",
          assertThrows(IllegalArgumentException.class, () -> part(0, part(0)).of(type))
              .getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> part(0, part(1), part(1)));
    assertThrows(IllegalArgumentException.class, () -> part(0, part(1), part(0)));
  }

  @Test
  void valuesStayWhereTheyAre() {
    ArrayData whole = ArrayBuilder.plain(ABC, Arrays.asList(Row.of(1L, Row.of(2L, 3L), 4L), null));
    ArrayData left = LAST.of(whole);
    assertEquals(LAST.of(ABC), left.type());
    assertEquals("struct<b: struct<y: int32>, c: int32>", left.type().toString());
    assertEquals(whole.buffers(), left.buffers());
    assertEquals(2, left.children().size());
    assertSame(whole.children().get(2), left.children().get(1));
    assertSame(
        whole.children().get(1).children().get(1), left.children().get(0).children().getFirst());
  }

  @Test
  void whatIsLeftIsReadInParts() {
    assertEquals(part(0, part(2)), LAST.then(part(7, part(1))));
    assertEquals(part(0, part(1, part(1))), LAST.then(part(7, part(0, part(0)))));
    assertEquals(part(0, part(1, part(1))), LAST.then(part(7, part(0))));
    assertEquals(LAST, LAST.then(Projection.whole(7)));
    assertEquals(part(5, part(1)), Projection.whole(5).then(part(7, part(1))));
  }

  @Test
  void fieldsAreFoundInWhatIsLeft() {
    assertEquals(Optional.of(List.of(0, 0)), LAST.find(List.of(1, 1)));
    assertEquals(Optional.of(List.of(0)), LAST.find(List.of(1)));
    assertEquals(Optional.of(List.of(1)), LAST.find(List.of(2)));
    assertEquals(Optional.of(List.of()), LAST.find(List.of()));
    assertEquals(Optional.empty(), LAST.find(List.of(0)));
    assertEquals(Optional.empty(), LAST.find(List.of(1, 0)));
    assertEquals(Optional.of(List.of(1, 0)), Projection.whole(4).find(List.of(1, 0)));
  }

  @Test
  void columnsAreReadAsAWhole() {
    Schema schema = Schema.of(Field.of("s", ABC), Field.of("i", INT32));
    assertEquals(Projection.columns(0, 1), Projection.all(schema));
    assertEquals(List.of(Projection.whole(1)), Projection.columns(1));
  }
}
