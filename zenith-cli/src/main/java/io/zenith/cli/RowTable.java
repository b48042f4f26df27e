package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.io.PrintWriter;
import java.util.List;

/// Rows as an aligned table, printed in pages so that memory is bounded.
final class RowTable {
  private static final int PAGE_ROWS = 1000;
  private static final int CELL_WIDTH = 40;

  private final List<Field> fields;
  private final int width;
  private final PrintWriter out;
  private TextTable page;
  private int rows;

  RowTable(Schema schema, int width, PrintWriter out) {
    this.fields = schema.fields();
    this.width = width;
    this.out = out;
    this.page = newPage();
  }

  void add(Batch batch, int row) {
    if (rows == PAGE_ROWS) {
      print();
      out.println();
      page = newPage();
      rows = 0;
    }
    String[] cells = new String[fields.size() + 1];
    cells[0] = Long.toString(batch.rowNumber(row));
    for (int i = 0; i < fields.size(); i++) {
      cells[i + 1] = CellText.of(batch.column(i), row, CELL_WIDTH);
    }
    page.add(cells);
    rows++;
  }

  /// Prints the current page.
  void print() {
    page.lines(width).forEach(out::println);
  }

  private TextTable newPage() {
    boolean[] right = new boolean[fields.size() + 1];
    String[] names = new String[right.length];
    String[] types = new String[right.length];
    right[0] = true;
    names[0] = "#";
    types[0] = "";
    for (int i = 0; i < fields.size(); i++) {
      right[i + 1] = isNumber(fields.get(i).type());
      names[i + 1] = Printable.cut(fields.get(i).name(), CELL_WIDTH);
      types[i + 1] = Printable.cut(fields.get(i).type().toString(), CELL_WIDTH);
    }
    TextTable table = new TextTable(right);
    table.add(names);
    table.add(types);
    return table;
  }

  private static boolean isNumber(DataType type) {
    return type instanceof DataType.Int
        || type instanceof DataType.FloatingPoint
        || type instanceof DataType.Decimal;
  }
}
