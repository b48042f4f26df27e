package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Types by the names that they print, and some that people use: `int64`, `string`, `timestamp[us,
/// UTC]`, `decimal(10, 2)`.
final class TypeNames {
  private static final String THERE_ARE =
      "there are bool, int8 to int64, uint8 to uint64, float16, float32, float64, decimal(10, 2),"
          + " date32, date64, time[us], timestamp[us], timestamp[us, UTC], string, large_string,"
          + " binary, large_binary and dictionary<int32, string>";

  private static final String DICTIONARY = "dictionary<";

  private TypeNames() {}

  /// The type of a name.
  ///
  /// @throws IllegalArgumentException if it is none
  static DataType type(String name) {
    if (name.startsWith(DICTIONARY) && name.endsWith(">")) {
      return dictionary(name.substring(DICTIONARY.length(), name.length() - 1))
          .orElseThrow(() -> unknown(name));
    }
    int open = Math.max(name.indexOf('['), name.indexOf('('));
    if (open < 0) {
      return simple(name).orElseThrow(() -> unknown(name));
    }
    String kind = name.substring(0, open);
    char close = name.charAt(open) == '[' ? ']' : ')';
    if (name.charAt(name.length() - 1) != close) {
      throw unknown(name);
    }
    String inside = name.substring(open + 1, name.length() - 1);
    return (close == ']' ? ofUnit(kind, inside) : decimal(kind, inside))
        .orElseThrow(() -> unknown(name));
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException("no type of text: " + name + "; " + THERE_ARE);
  }

  private static Optional<DataType> simple(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "bool" -> new DataType.Bool();
          case "int8" -> new DataType.Int(8, true);
          case "int16" -> new DataType.Int(16, true);
          case "int32" -> new DataType.Int(32, true);
          case "int64" -> new DataType.Int(64, true);
          case "uint8" -> new DataType.Int(8, false);
          case "uint16" -> new DataType.Int(16, false);
          case "uint32" -> new DataType.Int(32, false);
          case "uint64" -> new DataType.Int(64, false);
          case "float16" -> new DataType.FloatingPoint(16);
          case "float", "float32" -> new DataType.FloatingPoint(32);
          case "double", "float64" -> new DataType.FloatingPoint(64);
          case "date", "date32" -> new DataType.Date(32);
          case "date64" -> new DataType.Date(64);
          case "string", "utf8" -> new DataType.Utf8();
          case "large_string", "large_utf8" -> new DataType.LargeUtf8();
          case "binary" -> new DataType.Binary();
          case "large_binary" -> new DataType.LargeBinary();
          default -> null;
        });
  }

  /// Times, and dates as they print.
  private static Optional<DataType> ofUnit(String kind, String inside) {
    int comma = inside.indexOf(',');
    Optional<String> zone =
        comma < 0 ? Optional.empty() : Optional.of(inside.substring(comma + 1).strip());
    String unitName = comma < 0 ? inside : inside.substring(0, comma);
    if (kind.equals("timestamp")) {
      return unit(unitName).map(unit -> new DataType.Timestamp(unit, zone));
    }
    return switch (kind + "[" + inside + "]") {
      case "time[s]", "time32[s]" -> Optional.of(new DataType.Time(TimeUnit.SECOND));
      case "time[ms]", "time32[ms]" -> Optional.of(new DataType.Time(TimeUnit.MILLISECOND));
      case "time[us]", "time64[us]" -> Optional.of(new DataType.Time(TimeUnit.MICROSECOND));
      case "time[ns]", "time64[ns]" -> Optional.of(new DataType.Time(TimeUnit.NANOSECOND));
      case "date32[day]" -> Optional.of(new DataType.Date(32));
      case "date64[ms]" -> Optional.of(new DataType.Date(64));
      default -> Optional.empty();
    };
  }

  private static Optional<TimeUnit> unit(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "s" -> TimeUnit.SECOND;
          case "ms" -> TimeUnit.MILLISECOND;
          case "us" -> TimeUnit.MICROSECOND;
          case "ns" -> TimeUnit.NANOSECOND;
          default -> null;
        });
  }

  private static Optional<DataType> decimal(String kind, String inside) {
    int comma = inside.indexOf(',');
    if (comma < 0 || !(kind.equals("decimal") || kind.equals("decimal128"))) {
      return Optional.empty();
    }
    try {
      int precision = Integer.parseInt(inside.substring(0, comma).strip());
      int scale = Integer.parseInt(inside.substring(comma + 1).strip());
      return Optional.of(new DataType.Decimal(precision, scale, 128));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// Whether a text names a type for each of some columns, and not one for all.
  static boolean isList(String text) {
    return colon(text) >= 0;
  }

  /// The place of the last colon that is not inside of a type, as that of a time zone may be, or
  /// -1.
  private static int colon(String entry) {
    int depth = 0;
    for (int i = entry.length() - 1; i >= 0; i--) {
      char c = entry.charAt(i);
      depth += closes(c) ? 1 : 0;
      depth -= opens(c) ? 1 : 0;
      if (c == ':' && depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static Optional<DataType> dictionary(String inside) {
    int comma = inside.indexOf(',');
    if (comma < 0 || !(type(inside.substring(0, comma).strip()) instanceof DataType.Int index)) {
      return Optional.empty();
    }
    DataType value = type(inside.substring(comma + 1).strip());
    return Optional.of(new DataType.Dictionary(index, value, false));
  }

  private static boolean opens(char c) {
    return c == '[' || c == '(' || c == '<';
  }

  private static boolean closes(char c) {
    return c == ']' || c == ')' || c == '>';
  }

  /// The types in a list such as `id:int64,price:float32`.
  static Map<String, DataType> types(String list) {
    Map<String, DataType> types = new LinkedHashMap<>();
    int from = 0;
    while (from <= list.length()) {
      int end = entryEnd(list, from);
      String entry = list.substring(from, end);
      int colon = colon(entry);
      if (colon < 0) {
        throw new IllegalArgumentException(
            "no type of a column: " + entry + "; expected NAME:TYPE, as in id:int64,price:float32");
      }
      String name = entry.substring(0, colon);
      if (types.put(name, type(entry.substring(colon + 1))) != null) {
        throw new IllegalArgumentException("two types for " + List.of(name));
      }
      from = end + 1;
    }
    return types;
  }

  /// The place of the next comma that is not inside of a type, or the end.
  private static int entryEnd(String list, int from) {
    int depth = 0;
    for (int i = from; i < list.length(); i++) {
      char c = list.charAt(i);
      depth += opens(c) ? 1 : 0;
      depth -= closes(c) ? 1 : 0;
      if (c == ',' && depth <= 0) {
        return i;
      }
    }
    return list.length();
  }
}
