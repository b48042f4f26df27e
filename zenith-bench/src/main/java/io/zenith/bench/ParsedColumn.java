package io.zenith.bench;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.nio.charset.StandardCharsets;

/// A column of a CSV file in an array that is used again, parsed by the JDK's methods.
sealed interface ParsedColumn {

  /// An array for a column.
  ///
  /// @param field whole numbers, doubles or text
  /// @param rows that there is room for
  static ParsedColumn of(Field field, int rows) {
    return switch (field.type()) {
      case DataType.Int _ -> new Longs(field.name(), rows);
      case DataType.FloatingPoint _ -> new Doubles(field.name(), rows);
      case DataType.Utf8 _ -> new Texts(field.name(), rows);
      default -> throw new BenchFailure(field + " is in none of the files");
    };
  }

  /// Parses a field.
  void set(int row, String field);

  /// Adds the first rows, as [BatchChecksums] does.
  void addTo(ColumnChecksums checksums, int rows);

  /// Whole numbers.
  final class Longs implements ParsedColumn {
    private final String name;
    private final long[] array;

    private Longs(String name, int rows) {
      this.name = name;
      this.array = new long[rows];
    }

    @Override
    public void set(int row, String field) {
      array[row] = Long.parseLong(field);
    }

    @Override
    public void addTo(ColumnChecksums checksums, int rows) {
      checksums.column(name).addArray(array, rows);
    }
  }

  /// Numbers with a point.
  final class Doubles implements ParsedColumn {
    private final String name;
    private final double[] array;

    private Doubles(String name, int rows) {
      this.name = name;
      this.array = new double[rows];
    }

    @Override
    public void set(int row, String field) {
      array[row] = Double.parseDouble(field);
    }

    @Override
    public void addTo(ColumnChecksums checksums, int rows) {
      checksums.column(name).addArray(array, rows);
    }
  }

  /// Text.
  final class Texts implements ParsedColumn {
    private final String name;
    private final String[] array;

    private Texts(String name, int rows) {
      this.name = name;
      this.array = new String[rows];
    }

    @Override
    public void set(int row, String field) {
      array[row] = field;
    }

    @Override
    public void addTo(ColumnChecksums checksums, int rows) {
      for (int row = 0; row < rows; row++) {
        byte[] bytes = array[row].getBytes(StandardCharsets.UTF_8);
        checksums.column(name + " lengths").add((long) bytes.length);
        checksums.column(name).addArray(bytes, bytes.length);
      }
    }
  }
}
