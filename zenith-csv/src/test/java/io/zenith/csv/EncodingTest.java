package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Text that is not UTF-8 is refused by name, and text that looks odd is not.
class EncodingTest {
  private static final String TABLE = "name,city\nJosé,Málaga\n";

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "x-UTF-16LE-BOM"})
  void utf16IsRefusedByName(String charset) {
    byte[] bytes = TABLE.getBytes(Charset.forName(charset));
    UnsupportedDataException error =
        assertThrows(UnsupportedDataException.class, () -> Read.columns(Csv.format(), bytes));
    assertTrue(String.valueOf(error.getMessage()).contains("UTF-16"), error::getMessage);
  }

  @Test
  void latin1IsRefusedByNameWithTheByte() {
    byte[] bytes = TABLE.getBytes(StandardCharsets.ISO_8859_1);
    String message = Read.refused(Csv.format(), bytes);
    assertTrue(message.contains("line 2, column name, offset 13: found a byte 0xe9"), message);
    assertTrue(message.contains("Latin-1"), message);
  }

  @Test
  void latin1InTheHeaderIsRefusedWithTheByte() {
    byte[] bytes = "\n\nid,größe\n1,2\n".getBytes(StandardCharsets.ISO_8859_1);
    for (Sizes sizes : List.of(Sizes.DEFAULT, new Sizes(1, 1, 1, 1, 1))) {
      MalformedDataException error =
          assertThrows(
              MalformedDataException.class,
              () -> Read.columns(new CutFormat(CsvOptions.DEFAULT, sizes), bytes));
      String message = String.valueOf(error.getMessage());
      assertTrue(message.contains("line 3, header, offset 7: found a byte 0xf6"), message);
      assertTrue(message.contains("Latin-1"), message);
    }
  }

  @Test
  void aMarkIsNoPartOfTheFirstName() throws IOException {
    byte[] bytes = "\ufeffa,b\n1,\ufeff\n".getBytes(StandardCharsets.UTF_8);
    for (Sizes sizes : List.of(Sizes.DEFAULT, new Sizes(1, 1, 1, 1, 1))) {
      CutFormat format = new CutFormat(CsvOptions.DEFAULT, sizes);
      assertEquals(List.of("a", "b"), Read.names(format, bytes));
      assertEquals(List.of(List.of(1L), List.of("\ufeff")), Read.columns(format, bytes));
    }
  }

  @Test
  void filesOfArrowAndParquetAreRefusedByName() throws IOException {
    for (String start : List.of("ARROW1\0\0", "PAR1\25\4\25\0")) {
      byte[] bytes = (start + "é\n").getBytes(StandardCharsets.ISO_8859_1);
      UnsupportedDataException error =
          assertThrows(UnsupportedDataException.class, () -> Read.columns(Csv.format(), bytes));
      String message = String.valueOf(error.getMessage());
      String found = start.startsWith("ARROW") ? "found an Arrow file" : "found a Parquet file";
      assertTrue(message.contains(found + ", expected delimited text; "), message);
    }
    byte[] text = "ARROW1,PAR1\n1,2\n".getBytes(StandardCharsets.UTF_8);
    assertEquals(List.of("ARROW1", "PAR1"), Read.names(Csv.format(), text));
  }

  @Test
  void bytesOfZeroAreText() throws IOException {
    byte[] bytes = "a\0,b\n\0,\"\0\0\"\nx\0,\0y\n".getBytes(StandardCharsets.UTF_8);
    assertEquals(List.of("a\0", "b"), Read.names(Csv.format(), bytes));
    assertEquals(
        List.of(List.of("\0", "x\0"), List.of("\0\0", "\0y")), Read.columns(Csv.format(), bytes));
    String message =
        Read.refused(Csv.format().types("b:int8"), "a,b\n1,2\0\n".getBytes(StandardCharsets.UTF_8));
    assertTrue(message.contains("line 2, column b: found '2\\u0000', expected int8"), message);
  }

  /// Also where they fill the room behind the text, or stand where words of numbers are read.
  @Test
  void bytesOfZeroAreNoNumbers() throws IOException {
    for (int zeros = 1; zeros < 20; zeros++) {
      String value = "7" + "\0".repeat(zeros);
      byte[] bytes = ("a\n7\n" + value).getBytes(StandardCharsets.UTF_8);
      assertEquals(List.of(Arrays.asList("7", value)), Read.columns(Csv.format(), bytes));
    }
  }
}
