package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each option for delimited text, of each command that takes them.
class TextOptionsTest {
  @TempDir private Path folder;

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("x.csv"), text);
  }

  private static Object[] words(String command, Path file, List<Object> more) {
    List<Object> words = new ArrayList<>(List.of(command, file));
    words.addAll(more);
    return words.toArray();
  }

  /// What all commands find in a file: its columns, as inspected, and its rows.
  private void assertFound(List<String> columns, List<String> rows, Path file, Object... options)
      throws IOException {
    List<Object> json = new ArrayList<>(List.of(options));
    json.add("--json");
    JsonNode inspected = Cli.succeed(words("inspect", file, json)).json();
    assertEquals(rows.size(), inspected.get("rows").asInt());
    List<String> found = new ArrayList<>();
    inspected
        .get("columns")
        .forEach(
            column -> found.add(column.get("name").asText() + " " + column.get("type").asText()));
    assertEquals(columns, found);
    assertEquals(rows, Cli.succeed(words("head", file, json)).lines());
    assertEquals(rows.size(), Cli.succeed(words("read", file, json)).json().get("rows").asInt());
    Path target = folder.resolve("x.arrow");
    List<Object> convert = new ArrayList<>(List.of(target));
    convert.addAll(List.of(options));
    Cli.succeed(words("convert", file, convert));
    assertEquals(rows, Cli.succeed("head", target, "--json").lines());
    Files.delete(target);
  }

  /// All commands refuse a file, and say why in one line.
  private void assertRefused(String why, Path file, Object... options) {
    for (String command : List.of("inspect", "head", "read", "convert")) {
      List<Object> more = new ArrayList<>();
      if (command.equals("convert")) {
        more.add(folder.resolve("x.arrow"));
      }
      more.addAll(List.of(options));
      Cli.Result result = Cli.run(words(command, file, more));
      assertEquals(1, result.code(), result.toString());
      assertEquals("", result.out());
      assertEquals(1, result.err().lines().count(), result.err());
      assertTrue(result.err().contains(why), result.err());
    }
    assertTrue(Files.notExists(folder.resolve("x.arrow")));
  }

  @Test
  void header() throws IOException {
    Path file = write("a,b\n1,2\n");
    List<String> rows = List.of("{\"a\":1,\"b\":2}");
    assertFound(List.of("a int64", "b int64"), rows, file);
    assertFound(List.of("a int64", "b int64"), rows, file, "--header", "yes");
    assertFound(
        List.of("f0 utf8", "f1 utf8"),
        List.of("{\"f0\":\"a\",\"f1\":\"b\"}", "{\"f0\":\"1\",\"f1\":\"2\"}"),
        file,
        "--header",
        "no");
    assertFound(
        List.of("x y utf8", " utf8"),
        List.of("{\"x y\":\"a\",\"\":\"b\"}", "{\"x y\":\"1\",\"\":\"2\"}"),
        file,
        "--header",
        "x y,");
    assertRefused("line 1: found 2 fields, expected 3", file, "--header", "x,y,z");
  }

  @Test
  void nulls() throws IOException {
    Path file = write("a,b\nNA,\"\"\n-,\"NA\"\n,x\n");
    assertFound(
        List.of("a utf8", "b utf8"),
        List.of(
            "{\"a\":\"NA\",\"b\":\"\"}", "{\"a\":\"-\",\"b\":\"NA\"}", "{\"a\":null,\"b\":\"x\"}"),
        file);
    assertFound(
        List.of("a utf8", "b utf8"),
        List.of("{\"a\":null,\"b\":\"\"}", "{\"a\":null,\"b\":null}", "{\"a\":null,\"b\":\"x\"}"),
        file,
        "--nulls",
        "NA,-");
    assertFound(
        List.of("a utf8", "b utf8"),
        List.of("{\"a\":null,\"b\":null}", "{\"a\":\"-\",\"b\":null}", "{\"a\":null,\"b\":\"x\"}"),
        file,
        "--nulls",
        "NA,");
    assertFound(
        List.of("a utf8", "b utf8"),
        List.of(
            "{\"a\":\"NA\",\"b\":null}", "{\"a\":\"-\",\"b\":\"NA\"}", "{\"a\":null,\"b\":\"x\"}"),
        file,
        "--nulls",
        "");
  }

  @Test
  void ragged() throws IOException {
    Path file = write("a,b\n1\n2,3\n");
    List<String> columns = List.of("a int64", "b int64");
    assertRefused("x.csv, line 2: found 1 field, expected 2", file);
    assertRefused("x.csv, line 2: found 1 field, expected 2", file, "--ragged", "error");
    assertFound(
        columns, List.of("{\"a\":1,\"b\":null}", "{\"a\":2,\"b\":3}"), file, "--ragged", "fill");
    assertFound(columns, List.of("{\"a\":2,\"b\":3}"), file, "--ragged", "skip");
    String inspected = Cli.succeed("inspect", file, "--ragged", "skip").out();
    assertTrue(inspected.contains("\n  csv:skipped_records = 1\n"), inspected);
    Path longer = write("a,b\n1,2,3\n");
    assertRefused("line 2: found 3 fields, expected 2", longer, "--ragged", "fill");
    assertFound(List.of("a utf8", "b utf8"), List.of(), longer, "--ragged", "skip");
  }

  @Test
  void inferFrom() throws IOException {
    Path file = write("a\n1\n2.5\n");
    assertFound(
        List.of("a float64"), List.of("{\"a\":1.0}", "{\"a\":2.5}"), file, "--infer-from", 2);
    Cli.Result head = Cli.run("head", file, "--infer-from", 1);
    assertEquals(1, head.code());
    assertTrue(head.err().contains("line 3, column a: found '2.5', expected int64"), head.err());
    assertTrue(head.err().contains("a:string"), head.err());
    assertRefused("records to infer types from: 0", file, "--infer-from", 0);
  }

  @Test
  void linesAndCharacters() throws IOException {
    Path file = write("made by \"hand\n'a b' c\n# no\n1 'it''s'\n\n2 \"x\"\n");
    assertFound(
        List.of("a b int64", "c utf8"),
        List.of("{\"a b\":1,\"c\":\"it's\"}", "{\"a b\":2,\"c\":\"\\\"x\\\"\"}"),
        file,
        "--skip-lines",
        1,
        "--quote",
        "'",
        "--delimiter",
        " ",
        "--comment",
        "#");
    Path plain = write("a\tb\n\"1\tit's \"\"\n");
    assertFound(
        List.of("a utf8", "b utf8"),
        List.of("{\"a\":\"\\\"1\",\"b\":\"it's \\\"\\\"\"}"),
        plain,
        "--quote",
        "",
        "--delimiter",
        "tab");
    assertRefused("lines to skip: -1", plain, "--skip-lines", "-1");
    assertRefused("have to differ", plain, "--quote", ",");
  }

  @Test
  void compressedFilesNeedNoOption() throws IOException {
    Path file = folder.resolve("x.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("a\tb\n1\tx,y\n".getBytes(StandardCharsets.UTF_8));
    }
    assertFound(List.of("a int64", "b utf8"), List.of("{\"a\":1,\"b\":\"x,y\"}"), file);
    byte[] bytes = Files.readAllBytes(file);
    Path cut = folder.resolve("cut.csv.gz");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 3));
    assertRefused("cut.csv.gz: found gzip data", cut);
  }

  @Test
  void otherEncodingsAreRefusedByName() throws IOException {
    Path file = folder.resolve("x.csv");
    Files.write(file, "a,b\n1,é\n".getBytes(StandardCharsets.UTF_16));
    assertRefused("x.csv: UTF-16 is not supported", file);
    Files.write(file, "a,b\n1,é\n".getBytes(StandardCharsets.ISO_8859_1));
    Cli.Result head = Cli.run("head", file);
    assertEquals(1, head.code());
    assertTrue(head.err().contains("line 2, column b, offset 6: found a byte 0xe9"), head.err());
    assertTrue(head.err().contains("Latin-1"), head.err());
  }

  @Test
  void textCannotControlTheTerminal() throws IOException {
    Path file = write("\u001b]0;a\u0007,b\n\u001b[2J,\"\u202e\r\n\u0000\u009b\"\n");
    for (Object[] command :
        List.of(
            new Object[] {"head", file},
            new Object[] {"head", file, "--json"},
            new Object[] {"inspect", file},
            new Object[] {"head", file, "--types", "int8"},
            new Object[] {"read", file, "--types", "b:int8"})) {
      Cli.Result result = Cli.run(command);
      String text = (result.out() + result.err()).toLowerCase(Locale.ROOT);
      assertTrue(text.chars().allMatch(c -> c == '\n' || (c >= 32 && c < 127)), text);
      assertTrue(text.contains("\\u001b") || text.contains("\\u009b"), text);
    }
  }
}
