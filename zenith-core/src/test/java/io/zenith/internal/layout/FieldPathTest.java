package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.schema.UnionMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What names with points in them mean.
class FieldPathTest {
  private static final DataType INT32 = new DataType.Int(32, true);
  private static final DataType TEXT = new DataType.Utf8();

  private static Field struct(String name, Field... fields) {
    return Field.of(name, new DataType.Struct(List.of(fields)));
  }

  private static final Schema SCHEMA =
      Schema.of(
          struct(
              "user",
              Field.of("name", TEXT),
              struct("address", Field.of("city", TEXT), Field.of("zip", INT32))),
          Field.of("user.name", INT32),
          struct("a", struct("b", Field.of("c", TEXT)), Field.of("b.c", INT32)),
          Field.of(
              "tags",
              new DataType.List(struct("element", Field.of("x", INT32), Field.of("y", TEXT)))),
          Field.of("items", new DataType.LargeListView(struct("item", Field.of("list", TEXT)))),
          Field.of(
              "prices",
              new DataType.Map(
                  struct(
                      "key_value",
                      Field.of("key", TEXT),
                      struct("value", Field.of("amount", INT32), Field.of("unit", TEXT))),
                  false)),
          Field.of("label", INT32),
          Field.of(
              "either",
              new DataType.Union(UnionMode.DENSE, List.of(0), List.of(Field.of("i", TEXT)))),
          struct("twice", Field.of("x", INT32), Field.of("x", TEXT)),
          Field.of("same", TEXT),
          struct("same", Field.of("x", TEXT)));

  private static List<Integer> places(String name) {
    return FieldPath.find(new SchemaIndex(SCHEMA), name).places();
  }

  private static String refusal(String name) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> places(name)).getMessage());
  }

  private static String start(String message) {
    return message.substring(0, message.indexOf(';'));
  }

  @Test
  void pointsLeadIntoStructs() {
    assertEquals(List.of(0), places("user"));
    assertEquals(List.of(0, 1), places("user.address"));
    assertEquals(List.of(0, 1, 1), places("user.address.zip"));
    assertEquals(INT32, FieldPath.find(new SchemaIndex(SCHEMA), "user.address.zip").type());
  }

  @Test
  void whatHasTheWholeNameIsMeantFirst() {
    assertEquals(List.of(1), places("user.name"));
    assertEquals(List.of(2, 1), places("a.b.c"));
    assertEquals(List.of(2, 0), places("a.b"));
  }

  @Test
  void theWayIntoListsAndMapsIsByTheNamesOfElementsAndEntries() {
    assertEquals(List.of(3, 0, 0), places("tags.element.x"));
    assertEquals(List.of(3, 0, 0), places("tags.list.element.x"));
    assertEquals(List.of(3, 0), places("tags.list.element"));
    assertEquals(List.of(4, 0, 0), places("items.item.list"));
    assertEquals(List.of(4, 0, 0), places("items.list.item.list"));
    assertEquals(List.of(5, 0, 1, 1), places("prices.key_value.value.unit"));
  }

  @Test
  void aWrongNameIsToldHowFarItGoesAndWhatIsThere() {
    assertEquals(
        "no field 'adress.city' in 'user' (did you mean 'user.address.city'?); fields: name utf8,"
            + " address struct<city: utf8, zip: int32>",
        refusal("user.adress.city"));
    assertEquals(
        "no field 'town' in 'user.address'; fields: city utf8, zip int32",
        refusal("user.address.town"));
    assertEquals(
        "no field 'x' in 'tags'; fields: element struct<x: int32, y: utf8>", refusal("tags.x"));
    assertEquals(
        "no field 'z' in 'tags.list.element' (did you mean 'tags.list.element.x'?); fields: x int32,"
            + " y utf8",
        refusal("tags.list.element.z"));
    assertEquals(
        "no field 'x' in 'label', which is int32 and is read as a whole", refusal("label.x"));
    assertEquals(
        "no field 'i' in 'either', which is dense_union<i: utf8=0> and is read as a whole",
        refusal("either.i"));
    assertEquals(
        "no column 'usr.address' (did you mean 'user.address'?)", start(refusal("usr.address")));
  }

  @Test
  void aNameOfSeveralIsRefused() {
    assertEquals("several fields are named 'twice.x'", refusal("twice.x"));
    assertEquals("several columns are named 'same': read them by place", start(refusal("same.x")));
  }
}
