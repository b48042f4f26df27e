package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadCommandTest {
  @TempDir private Path folder;

  @Test
  void showsTenRowsUnlessToldOtherwise() {
    Cli.succeed("generate", "table", folder, "--rows", 25);
    Cli.Result ten = Cli.succeed("head", folder, "--columns", "id,label");
    assertEquals(12, ten.lines().size());
    assertEquals("#  id     label", ten.lines().getFirst().replaceAll(" +id +", "  id     "));
    assertEquals("10 of 25 rows", ten.err().strip());
    assertEquals(5, Cli.succeed("head", folder, "-n", 3, "--columns", "id").lines().size());
    assertEquals(27, Cli.succeed("head", folder, "-n", 99, "--columns", "id").lines().size());
    assertEquals(2, Cli.succeed("head", folder, "-n", 0, "--columns", "id").lines().size());
  }

  @Test
  void aFilterShowsTheFirstRowsThatItKeeps() {
    Cli.succeed("generate", "table", folder, "--rows", 25);
    Cli.Result few =
        Cli.succeed("head", folder, "-n", 2, "--columns", "id", "--filter", "id in (7, 9, 20)");
    List<String> rows = few.lines().subList(2, few.lines().size());
    assertEquals(
        List.of("7 7", "9 9"),
        rows.stream().map(row -> row.strip().replaceAll(" +", " ")).toList());
    assertEquals("", few.err());
  }

  @Test
  void columnsComeInTheOrderAskedFor() {
    Cli.succeed("generate", "table", folder, "--rows", 5);
    Cli.Result head = Cli.succeed("head", folder, "--columns", "label,id", "--columns", "f3");
    assertEquals(
        List.of("#", "label", "id", "f3"), List.of(head.lines().getFirst().strip().split(" +")));
  }

  @Test
  void blanksBetweenColumnsMeanNothingAndNoColumnComesTwice() {
    Cli.succeed("generate", "table", folder, "--rows", 5);
    for (String command : List.of("head", "read")) {
      Cli.Result plain = Cli.run(command, folder, "--columns", "id, label ,f0");
      assertEquals(0, plain.code(), plain.toString());
      Cli.Result twice = Cli.run(command, folder, "--columns", "id,label, id");
      assertEquals(2, twice.code(), twice.toString());
      assertEquals(
          "zenith " + command + ": --columns: 'id' is named twice",
          twice.err().lines().findFirst().orElseThrow());
      assertEquals(2, twice.err().lines().count(), twice.err());
    }
  }

  @Test
  void linesFitAndLongValuesAreCut() {
    Cli.succeed("generate", "mixed", folder, "--rows", 50);
    Cli.Result head = Cli.succeed("head", folder, "-n", 50);
    for (String line : head.lines()) {
      assertTrue(Printable.width(line) <= Terminal.DEFAULT_WIDTH, line);
      assertEquals(line, Printable.of(line));
    }
    assertTrue(head.out().contains("..."));
    assertTrue(head.out().contains("nul\\u0000inside"));
  }

  @Test
  void manyRowsComeInPages() {
    Cli.succeed("generate", "table", folder, "--rows", 2_500);
    Cli.Result head = Cli.succeed("head", folder, "-n", 2_500, "--columns", "id");
    assertEquals(2_500 + 3 * 2 + 2, head.lines().size());
    assertTrue(head.lines().getLast().endsWith(" 2499"));
  }

  @Test
  void jsonHasAnObjectARowWithTypedValues() {
    Cli.succeed("generate", "mixed", folder, "--rows", 1_500);
    Cli.Result head = Cli.succeed("head", folder, "-n", 1_500, "--json");
    assertEquals("", head.err());
    assertEquals(1_500, head.lines().size());
    int seen = 0;
    for (int row = 0; row < 1_500; row++) {
      JsonNode json = Cli.parse(head.lines().get(row));
      assertEquals(row, json.get("row").asInt());
      seen |= isNull(json, "bool") ? 0 : kind(json.get("bool").isBoolean(), 0);
      seen |= isNull(json, "uint64") ? 0 : kind(json.get("uint64").isIntegralNumber(), 1);
      seen |= isNull(json, "float64") ? 0 : kind(!json.get("float64").isIntegralNumber(), 2);
      seen |= isNull(json, "decimal128") ? 0 : kind(json.get("decimal128").isTextual(), 3);
      seen |= isNull(json, "date32") ? 0 : kind(json.get("date32").isTextual(), 4);
      seen |= isNull(json, "list_utf8") ? 0 : kind(json.get("list_utf8").isArray(), 5);
      seen |= isNull(json, "struct") ? 0 : kind(json.get("struct").has("a"), 6);
      seen |=
          isNull(json, "dictionary_int8") ? 0 : kind(json.get("dictionary_int8").isTextual(), 7);
    }
    assertEquals(0xFF, seen);
  }

  private static boolean isNull(JsonNode row, String column) {
    return row.get(column).isNull();
  }

  private static int kind(boolean asExpected, int number) {
    assertTrue(asExpected, "kind " + number);
    return 1 << number;
  }

  @Test
  void valuesAreExactInJson() throws IOException {
    Path file = writeOddValues();
    List<JsonNode> rows =
        Cli.succeed("head", file, "--json").lines().stream().map(Cli::parse).toList();
    assertEquals(
        BigInteger.TWO.pow(64).subtract(BigInteger.ONE), rows.get(0).get("u").bigIntegerValue());
    assertEquals(Long.MIN_VALUE, rows.get(0).get("i").longValue());
    assertEquals("NaN", rows.get(0).get("d").textValue());
    assertEquals(0.1, rows.get(1).get("d").doubleValue());
    assertEquals("\u001b[1m\u009b☃", rows.get(0).get("s").textValue());
    assertEquals("00ff", rows.get(0).get("b").textValue());
    assertTrue(rows.get(1).get("s").isNull());
  }

  @Test
  void twoColumnsOfOneNameAreBothThere() throws IOException {
    Field field = Field.nullable("x", new ArrowType.Int(64, true));
    Path file =
        ArrowFile.write(
            folder.resolve("x.arrow"),
            List.of(field, field),
            root -> {
              ((BigIntVector) root.getFieldVectors().get(0)).setSafe(0, 1);
              ((BigIntVector) root.getFieldVectors().get(1)).setSafe(0, 2);
              root.setRowCount(1);
            });
    assertEquals("{\"x\":1,\"x#2\":2}", Cli.succeed("head", file, "--json").out().strip());
    assertEquals("0      1      2", Cli.succeed("head", file).lines().getLast());
  }

  @Test
  void valuesCannotControlTheTerminal() throws IOException {
    String text = Cli.succeed("head", writeOddValues()).out();
    assertTrue(text.contains("\\u001b[1m\\u009b☃"), text);
    String json = Cli.succeed("head", folder.resolve("odd.arrow"), "--json").out();
    assertTrue(json.chars().allMatch(c -> c == '\n' || c == '\r' || (c >= 32 && c < 127)), json);
  }

  @Test
  void hugeValuesAreNotReadToTheEnd() throws IOException {
    Path file =
        ArrowFile.write(
            folder.resolve("huge.arrow"),
            List.of(
                Field.nullable("s", new ArrowType.Utf8()),
                Field.nullable("b", new ArrowType.Binary())),
            root -> {
              byte[] bytes = "é".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
              ((VarCharVector) root.getVector("s")).setSafe(0, bytes);
              ((VarBinaryVector) root.getVector("b")).setSafe(0, bytes);
              root.setRowCount(1);
            });
    String row = Cli.succeed("head", file).lines().getLast();
    assertTrue(row.contains("é".repeat(37) + "...  c3a9c3"), row);
  }

  private Path writeOddValues() throws IOException {
    return ArrowFile.write(
        folder.resolve("odd.arrow"),
        List.of(
            Field.nullable("u", new ArrowType.Int(64, false)),
            Field.nullable("i", new ArrowType.Int(64, true)),
            Field.nullable("d", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
            Field.nullable("s", new ArrowType.Utf8()),
            Field.nullable("b", new ArrowType.Binary())),
        root -> {
          ((UInt8Vector) root.getVector("u")).setSafe(0, -1);
          ((BigIntVector) root.getVector("i")).setSafe(0, Long.MIN_VALUE);
          ((Float8Vector) root.getVector("d")).setSafe(0, Double.NaN);
          ((Float8Vector) root.getVector("d")).setSafe(1, 0.1);
          ((VarCharVector) root.getVector("s"))
              .setSafe(0, "\u001b[1m\u009b☃".getBytes(StandardCharsets.UTF_8));
          ((VarBinaryVector) root.getVector("b")).setSafe(0, new byte[] {0, -1});
          root.setRowCount(2);
        });
  }
}
