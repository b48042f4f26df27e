package io.zenith.parquet;

import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.parquet.FileForge.Chunk;
import io.zenith.spi.DataSource;
import io.zenith.testkit.Attempt;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.format.BsonType;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.EnumType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.GeographyType;
import org.apache.parquet.format.GeometryType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.JsonType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.UUIDType;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// What `docs/parquet.md` says is read, is read, and nothing else.
@NullUnmarked // what generated getters give is there
final class SupportedTest {
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");
  private static final Pattern STORED = Pattern.compile("(\\w+)(?:\\((\\d+)\\))?");
  private static final Pattern MEANING = Pattern.compile("(\\w+)(?:\\((\\w+)(?:, (\\w+))?\\))?");

  /// The rows of a table, as the words in code of each cell.
  private static List<List<List<String>>> table(String heading) throws IOException {
    String page = Files.readString(SharedFiles.root().resolve("docs/parquet.md"));
    String section = page.substring(page.indexOf("## " + heading));
    List<List<List<String>>> rows = new ArrayList<>();
    for (String line : section.lines().skip(1).takeWhile(line -> !line.startsWith("#")).toList()) {
      if (line.startsWith("| `")) {
        List<List<String>> cells = new ArrayList<>();
        for (String cell : List.of(line.substring(1).split("\\|", -1))) {
          cells.add(CODE.matcher(cell).results().map(found -> found.group(1)).toList());
        }
        rows.add(cells);
      }
    }
    return rows;
  }

  @Test
  void typesAreAsTheTableSays() throws IOException {
    List<List<List<String>>> rows = table("Types");
    Set<String> stored = new TreeSet<>();
    for (List<List<String>> row : rows) {
      SchemaElement column = column(row.get(0).getFirst());
      stored.add(column.getType().toString());
      row.get(1).forEach(meaning -> annotate(column, meaning));
      assertEquals(row.get(2).getFirst(), type(column), row::toString);
    }
    assertEquals(names(Type.values()), stored);
  }

  private static Set<String> names(Enum<?>... values) {
    Set<String> names = new TreeSet<>();
    for (Enum<?> value : values) {
      names.add(value.name());
    }
    return names;
  }

  private static SchemaElement column(String text) {
    Matcher stored = STORED.matcher(text);
    assertEquals(true, stored.matches(), text);
    SchemaElement column = leaf("x", Type.valueOf(stored.group(1)), FieldRepetitionType.REQUIRED);
    return stored.group(2) == null
        ? column
        : column.setType_length(Integer.parseInt(stored.group(2)));
  }

  private static void annotate(SchemaElement column, String text) {
    Matcher meaning = MEANING.matcher(text);
    assertEquals(true, meaning.matches(), text);
    if (meaning.group(1).equals("INTERVAL")) {
      column.setConverted_type(ConvertedType.INTERVAL);
    } else {
      column.setLogicalType(
          logical(
              meaning.group(1),
              String.valueOf(meaning.group(2)),
              String.valueOf(meaning.group(3))));
    }
  }

  private static LogicalType logical(String name, String first, String second) {
    return switch (name) {
      case "INTEGER" ->
          LogicalType.INTEGER(new IntType(Byte.parseByte(first), second.equals("signed")));
      case "DATE" -> LogicalType.DATE(new DateType());
      case "TIME" -> LogicalType.TIME(new TimeType(true, unit(first)));
      case "TIMESTAMP" ->
          LogicalType.TIMESTAMP(new TimestampType(second.equals("UTC"), unit(first)));
      case "DECIMAL" ->
          LogicalType.DECIMAL(new DecimalType(Integer.parseInt(second), Integer.parseInt(first)));
      case "UNKNOWN" -> LogicalType.UNKNOWN(new NullType());
      case "STRING" -> LogicalType.STRING(new StringType());
      case "ENUM" -> LogicalType.ENUM(new EnumType());
      case "JSON" -> LogicalType.JSON(new JsonType());
      case "BSON" -> LogicalType.BSON(new BsonType());
      case "UUID" -> LogicalType.UUID(new UUIDType());
      case "FLOAT16" -> LogicalType.FLOAT16(new Float16Type());
      case "GEOMETRY" -> LogicalType.GEOMETRY(new GeometryType());
      case "GEOGRAPHY" -> LogicalType.GEOGRAPHY(new GeographyType());
      default -> throw new AssertionError(name);
    };
  }

  private static TimeUnit unit(String name) {
    return switch (name) {
      case "MILLIS" -> TimeUnit.MILLIS(new MilliSeconds());
      case "MICROS" -> TimeUnit.MICROS(new MicroSeconds());
      case "NANOS" -> TimeUnit.NANOS(new NanoSeconds());
      default -> throw new AssertionError(name);
    };
  }

  private static String type(SchemaElement column) throws IOException {
    byte[] file = new FileForge(column).build();
    try (InMemory memory = new InMemory(Parquet.format(), "types", file);
        DataSource source = memory.source(true)) {
      return source.schema().fields().getFirst().type().toString();
    }
  }

  @Test
  void referenceSystemsOfShapesAreKept() throws IOException {
    SchemaElement column = column("BYTE_ARRAY");
    column.setLogicalType(LogicalType.GEOGRAPHY(new GeographyType().setCrs("EPSG:4326")));
    byte[] file = new FileForge(column).build();
    try (InMemory memory = new InMemory(Parquet.format(), "shapes", file);
        DataSource source = memory.source(true)) {
      assertEquals(
          "{geo.crs=EPSG:4326, geo.edges=spherical, geo.type=geography}",
          new TreeMap<>(source.schema().fields().getFirst().metadata()).toString());
    }
  }

  /// Pages of rubbish: whether it can be read depends on luck, but not who says so.
  @Test
  void encodingsAreAsTheTableSays() throws IOException {
    List<List<List<String>>> rows = table("Encodings");
    for (Encoding encoding : Encoding.values()) {
      Set<String> expected = new TreeSet<>();
      rows.stream()
          .filter(row -> row.get(0).getFirst().equals(encoding.name()))
          .forEach(row -> expected.addAll(row.get(1)));
      Set<String> found = new TreeSet<>();
      for (Type type : Type.values()) {
        if (isRead(type, encoding)) {
          found.add(type.name());
        }
      }
      assertEquals(expected, found, encoding.name());
    }
  }

  private static boolean isRead(Type type, Encoding encoding) throws IOException {
    SchemaElement column = leaf("x", type, FieldRepetitionType.REQUIRED).setType_length(8);
    byte[] values = FileForge.page(1, encoding, longs(0, 0));
    byte[] dictionary = FileForge.dictionary(1, longs(0, 0));
    boolean isDictionary = Encodings.isDictionary(encoding.getValue());
    Chunk chunk = isDictionary ? new Chunk(1, dictionary, values) : new Chunk(1, values);
    byte[] file = new FileForge(column).rowGroup(1, chunk).build();
    return Attempt.of(Parquet.format(), file, true, 1).outcome() != Attempt.Outcome.UNSUPPORTED;
  }

  @Test
  void codecsAreAsTheTableSays() throws IOException {
    Set<String> expected = new TreeSet<>();
    table("Codecs").forEach(row -> expected.addAll(row.getFirst()));
    Set<String> found = new TreeSet<>();
    for (CompressionCodec codec : CompressionCodec.values()) {
      SchemaElement column = leaf("x", Type.INT64, FieldRepetitionType.REQUIRED);
      byte[] file =
          new FileForge(column)
              .rowGroup(1, new Chunk(1, FileForge.page(1, Encoding.PLAIN, longs(1))))
              .footer(footer ->
                  footer
                      .getRow_groups()
                      .getFirst()
                      .getColumns()
                      .getFirst()
                      .getMeta_data()
                      .setCodec(codec))
              .build();
      if (Attempt.of(Parquet.format(), file, true, 1).outcome() != Attempt.Outcome.UNSUPPORTED) {
        found.add(codec.name());
      }
    }
    assertEquals(expected, found);
  }
}
