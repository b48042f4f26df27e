package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import io.zenith.testkit.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Fields of structs, of elements and of entries, selected without the others.
class NestedSelectTest {
  private static final DataType INT32 = new DataType.Int(32, true);
  private static final DataType INT64 = new DataType.Int(64, true);
  private static final DataType TEXT = new DataType.Utf8();

  private static Field struct(String name, Field... fields) {
    return Field.of(name, new DataType.Struct(List.of(fields)));
  }

  private static final Field USER =
      new Field(
          "user",
          new DataType.Struct(
              List.of(
                  Field.of("name", TEXT),
                  struct("address", Field.of("city", TEXT), Field.of("zip", INT32)),
                  Field.of("age", INT32))),
          true,
          Map.of("ARROW:extension:name", "example.user", "comment", "kept"));

  private static final Schema SCHEMA =
      Schema.of(
          Field.of("id", INT64),
          USER,
          Field.of(
              "tags",
              new DataType.List(struct("element", Field.of("x", INT64), Field.of("y", TEXT)))),
          Field.of(
              "prices",
              new DataType.Map(
                  new Field(
                      "entries",
                      new DataType.Struct(
                          List.of(
                              new Field("key", TEXT, false, Map.of()),
                              struct("value", Field.of("amount", INT64), Field.of("unit", TEXT)))),
                      false,
                      Map.of()),
                  false)));

  private static Row row(Object... values) {
    return new Row(Arrays.asList(values));
  }

  private static final List<Object> IDS = List.of(1L, 2L, 3L, 4L);
  private static final List<Object> USERS =
      Arrays.asList(
          row("Ada", row("London", 7L), 36L),
          null,
          row("Emmy", null, 53L),
          row(null, row(null, 9L), null));
  private static final List<Object> TAGS =
      Arrays.asList(
          List.of(row(1L, "a"), row(2L, "b")), List.of(), null, Arrays.asList(row(3L, null), null));
  private static final List<Object> PRICES =
      Arrays.asList(
          List.of(row("de", row(5L, "EUR"))), null, List.of(), List.of(row("us", row(6L, "USD"))));

  private static MemFile file(String name, boolean decoding, Schema schema, List<?>... columns) {
    MemFile file = decoding ? MemFile.decoding(name, schema) : MemFile.mapped(name, schema);
    return file.split(batch(schema, columns));
  }

  private static RecordBatch batch(Schema schema, List<?>... columns) {
    List<ArrayData> arrays = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      arrays.add(ArrayBuilder.plain(schema.fields().get(i).type(), columns[i]));
    }
    return new RecordBatch(0, columns[0].size(), arrays);
  }

  private static MemFolder folder(boolean decoding) throws Exception {
    return MemFolder.of(file("a.mem", decoding, SCHEMA, IDS, USERS, TAGS, PRICES));
  }

  private static String types(Dataset dataset) {
    return dataset.schema().fields().toString();
  }

  private static List<List<Object>> values(Dataset dataset, DataLoader.Builder options) {
    List<List<Object>> columns = new ArrayList<>();
    dataset.schema().fields().forEach(_ -> columns.add(new ArrayList<>()));
    try (DataLoader loader = options.build()) {
      for (Batch batch : loader) {
        for (int column = 0; column < columns.size(); column++) {
          columns.get(column).addAll(ColumnValues.of(batch.column(column)));
        }
      }
    }
    return columns;
  }

  private static List<List<Object>> values(Dataset dataset) {
    return values(dataset, dataset.loader(3));
  }

  @Test
  void aFieldIsItsStructWithNothingElse() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder = folder(decoding)) {
        Dataset city = folder.open().select("user.address.city");
        assertEquals("[user struct<address: struct<city: utf8>>]", types(city));
        List<Object> expected =
            Arrays.asList(row(row("London")), null, row((Object) null), row(row((Object) null)));
        assertEquals(List.of(expected), values(city));
        assertEquals(expected, ColumnValues.of(city.rows(0, 4).column("user")));
        assertEquals(List.of(expected), values(city, city.loader(2).take(0, 1, 2, 3)));
      }
    }
  }

  @Test
  void columnsComeAsTheyAreNamedAndFieldsInTheOrderOfTheirStruct() throws Exception {
    try (MemFolder folder = folder(true)) {
      Dataset dataset = folder.open().select("user.age", "id", "user.address.zip", "user.name");
      assertEquals(
          "[user struct<name: utf8, address: struct<zip: int32>, age: int32>, id int64]",
          types(dataset));
      assertEquals(
          List.of(
              Arrays.asList(
                  row("Ada", row(7L), 36L), null, row("Emmy", null, 53L), row(null, row(9L), null)),
              IDS),
          values(dataset));
    }
  }

  /// It is the extension type only if nothing is missing.
  @Test
  void allFieldsAreTheWholeColumn() throws Exception {
    try (MemFolder folder = folder(true)) {
      Dataset all = folder.open();
      List<Field> whole = all.select("user").schema().fields();
      assertEquals(whole, all.select("user", "user.name").schema().fields());
      assertEquals(whole, all.select("user.name", "user").schema().fields());
      assertEquals(whole, all.select("user.age", "user.name", "user.address").schema().fields());
      assertEquals(
          Map.of("comment", "kept"),
          all.select("user.name").schema().fields().getFirst().metadata());
      assertEquals(USER.metadata(), whole.getFirst().metadata());
    }
  }

  @Test
  void listsAndMapsKeepWhatIsSelectedOfTheirElements() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder = folder(decoding)) {
        Dataset dataset =
            folder.open().select("tags.list.element.y", "prices.entries.value.amount");
        assertEquals(
            "[tags list<struct<y: utf8>>, prices map<utf8, struct<amount: int64>>]",
            types(dataset));
        assertEquals(
            List.of(
                Arrays.asList(
                    List.of(row("a"), row("b")),
                    List.of(),
                    null,
                    Arrays.asList(row((Object) null), null)),
                Arrays.asList(
                    List.of(row("de", row(5L))), null, List.of(), List.of(row("us", row(6L))))),
            values(dataset));
      }
    }
  }

  @Test
  void whatIsLeftCanBeSelectedFrom() throws Exception {
    try (MemFolder folder = folder(true)) {
      Dataset left = folder.open().select("user.address", "user.age", "id");
      assertEquals(
          "[id int64, user struct<address: struct<zip: int32>>]",
          types(left.select("id", "user.address.zip")));
      assertEquals(
          List.of(Arrays.asList(row(row(7L)), null, row((Object) null), row(row(9L)))),
          values(left.select("user.address.zip")));
      assertEquals(types(left.select("user")), types(left.select("user.address", "user.age")));
      assertEquals(
          "no field 'name' in 'user'; fields: address struct<city: utf8, zip: int32>, age int32",
          refusal(left, "user.name"));
    }
  }

  private static String refusal(Dataset dataset, String... names) {
    return assertThrows(IllegalArgumentException.class, () -> dataset.select(names)).getMessage();
  }

  @Test
  void whatCannotBeSelectedIsRefused() throws Exception {
    try (MemFolder folder = folder(true)) {
      Dataset all = folder.open();
      assertEquals(
          "select needs at least one column, and each once, not [user.name, user.name]",
          refusal(all, "user.name", "user.name"));
      assertEquals(
          "select needs at least one column, and each once, not [tags.element.x,"
              + " tags.list.element.x]",
          refusal(all, "tags.element.x", "tags.list.element.x"));
      assertEquals(
          "the keys of 'prices', which is map<utf8, struct<amount: int64, unit: utf8>>, without its"
              + " values: a map has both",
          refusal(all, "prices.entries.key"));
      assertEquals(
          "[prices map<utf8, struct<unit: utf8>>]",
          types(all.select("prices.entries.key", "prices.entries.value.unit")));
    }
  }

  @Test
  void aFilterAsksForFieldsThatAreNotSelected() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder = folder(decoding)) {
        Dataset all = folder.open();
        for (String filter :
            List.of("user.age > 40", "user.age > 40 and user.name = 'Emmy' and id < 9")) {
          Dataset dataset = all.filter(Filter.parse(filter)).select("user.name");
          List<List<Object>> expected = List.of(List.of(row("Emmy")));
          assertEquals(expected, values(dataset), filter);
          assertEquals(expected, values(dataset, dataset.loader(3).shuffle(1)), filter);
        }
        Dataset there = all.filter(Filter.parse("user is not null")).select("user.name", "id");
        List<Object> names = Arrays.asList(row("Ada"), row("Emmy"), row((Object) null));
        assertEquals(List.of(names, List.of(1L, 3L, 4L)), values(there));
        Dataset ids = all.filter(Filter.parse("user.address is null")).select("id");
        assertEquals(List.of(List.of(2L, 3L)), values(ids));
        assertEquals(List.of(List.of(2L, 3L)), values(ids, ids.loader(1).lanes(1).prefetch(1)));
      }
    }
  }

  @Test
  void aFilterCannotAskForWhatIsInAList() throws Exception {
    try (MemFolder folder = folder(true)) {
      Dataset all = folder.open();
      assertEquals(
          "'tags.element.x' is in a list or map: a filter asks for one value a row",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> all.filter(Filter.parse("tags.element.x = 1")))
              .getMessage());
    }
  }

  /// What a filter needs besides is no more than its fields.
  @Test
  void planCountsTheFieldsOnly() throws Exception {
    try (MemFolder folder = folder(true)) {
      Dataset all = folder.open();
      long ages = all.select("user.age").plan().all().bytes().orElseThrow();
      long both = all.select("user.age", "user.name").plan().all().bytes().orElseThrow();
      Filter filter = Filter.parse("user.name = 'Ada'");
      long filtered = all.filter(filter).select("user.age").plan().all().bytes().orElseThrow();
      long users = all.select("user").plan().all().bytes().orElseThrow();
      assertEquals(true, ages < both && both <= filtered && filtered < users);
    }
  }

  /// The column that is missing, that is null everywhere, and that is there.
  @Test
  void filesThatLackTheColumnHaveNulls() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder =
          MemFolder.of(
              file("a.mem", decoding, SCHEMA, IDS, USERS, TAGS, PRICES),
              file("b.mem", decoding, Schema.of(Field.of("id", INT32)), List.of(5L, 6L)),
              file(
                  "c.mem",
                  decoding,
                  Schema.of(Field.of("user", new DataType.Null()), Field.of("id", INT32)),
                  Arrays.asList((Object) null),
                  List.of(7L)))) {
        Dataset dataset = folder.open().select("user.age", "id");
        List<Object> ages =
            Arrays.asList(row(36L), null, row(53L), row((Object) null), null, null, null);
        List<Object> ids = List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertEquals(List.of(ages, ids), values(dataset));
        assertEquals(
            List.of(ages.reversed(), ids.reversed()),
            values(dataset, dataset.loader(3).take(6, 5, 4, 3, 2, 1, 0)));
        Dataset none = dataset.filter(Filter.parse("user.name is null"));
        assertEquals(List.of(2L, 4L, 5L, 6L, 7L), values(none).getLast());
        assertEquals(
            List.of(2L, 3L, 5L, 6L, 7L),
            values(dataset.filter(Filter.parse("user.address is null"))).getLast());
        assertEquals(
            List.of(List.of(row(53L)), List.of(3L)),
            values(dataset.filter(Filter.parse("user.age > 50"))));
      }
    }
  }

  @Test
  void streamsToo() throws Exception {
    for (int batchSize = 1; batchSize <= 4; batchSize++) {
      MemStream stream = new MemStream(SCHEMA, List.of(batch(SCHEMA, IDS, USERS, TAGS, PRICES)));
      Dataset dataset =
          Dataset.of(stream).filter(Filter.parse("user.age > 1")).select("user.name", "tags");
      assertEquals(
          List.of(List.of(row("Ada"), row("Emmy")), Arrays.asList(TAGS.get(0), null)),
          values(dataset, dataset.loader(batchSize)));
    }
  }

  /// Neither the fingerprint nor what a run depends on knows the selection.
  @Test
  void aRunGoesOnWithOtherFields() throws Exception {
    try (MemFolder folder = folder(true)) {
      Dataset all = folder.open();
      Dataset some = all.select("user.age");
      assertEquals(all.fingerprint(), some.fingerprint());
      Checkpoint checkpoint;
      try (DataLoader loader = all.loader(1).shuffle(3).build()) {
        loader.iterator().next();
        checkpoint = loader.checkpoint();
      }
      List<List<Object>> whole = values(some, some.loader(1).shuffle(3));
      assertEquals(
          whole.getFirst().subList(1, 4),
          values(some, some.loader(1).shuffle(3).resume(checkpoint)).getFirst());
    }
  }
}
