package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void alignsColumns() {
    TextTable table = new TextTable(true, false, true);
    table.add("#", "name", "n");
    table.add("10", "世", "5");
    assertEquals(List.of(" #  name  n", "10  世    5"), table.lines());
  }

  @Test
  void wrapsColumnsIntoGroupsThatRepeatTheFirst() {
    TextTable table = new TextTable(true, false, false, false);
    table.add("#", "aaaa", "bbbb", "cccc");
    table.add("0", "1", "2", "3");
    List<String> lines = table.lines(14);
    assertEquals(List.of("#  aaaa  bbbb", "0  1     2", "", "#  cccc", "0  3"), lines);
    assertTrue(lines.stream().allMatch(line -> line.length() <= 14));
  }

  @Test
  void showsAColumnThatIsWiderThanTheTerminal() {
    TextTable table = new TextTable(true, false, false);
    table.add("#", "aaaaaaaaaa", "b");
    assertEquals(List.of("#  aaaaaaaaaa", "", "#  b"), table.lines(5));
  }

  @Test
  void hasRowsWithoutColumns() {
    TextTable table = new TextTable(true);
    table.add("0");
    table.add("1");
    assertEquals(List.of("0", "1"), table.lines(80));
  }
}
