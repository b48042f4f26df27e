package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.TimeUnit;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Objects;
import java.util.StringJoiner;

/// One value as text, for people.
public final class ValueText {
  /// Digits of the largest decimal.
  private static final int MOST_DIGITS = 76;

  private ValueText() {}

  /// The whole value.
  public static String of(Node node, long place) {
    return of(node, place, Integer.MAX_VALUE);
  }

  /// The value, or at least its first `limit` characters. Lists of nothing may have any number of
  /// elements, whatever the size of the file.
  public static String of(Node node, long place, int limit) {
    if (node.isNull(place)) {
      return "null";
    }
    return switch (node.field.type()) {
      case DataType.Null _ -> "null";
      case DataType.Bool _ -> String.valueOf(node.bit(place));
      case DataType.Int _ ->
          node.unsignedLong
              ? Long.toUnsignedString(node.integer(place))
              : Long.toString(node.integer(place));
      case DataType.FloatingPoint(int bits) -> floating(node, place, bits);
      case DataType.Decimal _ -> decimal(Decimals.value(node, place));
      case DataType.Interval(IntervalUnit unit) -> interval(node, unit, place);
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Utf8View _ ->
          new String(first(VariableBytes.slice(node, place), limit), StandardCharsets.UTF_8);
      case DataType.Binary _, DataType.LargeBinary _, DataType.BinaryView _ ->
          HexFormat.of().formatHex(first(VariableBytes.slice(node, place), limit));
      case DataType.FixedSizeBinary(int width) ->
          HexFormat.of().formatHex(first(node.values.asSlice(place * width, width), limit));
      case DataType.Date(int bits) -> date(node.integer(place), bits);
      case DataType.Time time -> time(node.integer(place), time.unit());
      case DataType.Timestamp timestamp -> timestamp(node.integer(place), timestamp);
      case DataType.Duration(TimeUnit unit) -> node.integer(place) + " " + unit;
      case DataType.List _, DataType.LargeList _, DataType.ListView _, DataType.LargeListView _ ->
          list(node, node.offset(place), node.end(place), limit);
      case DataType.Map _ -> map(node, place, limit);
      case DataType.FixedSizeList(_, int size) ->
          list(node, place * size, (place + 1) * size, limit);
      case DataType.Struct _ -> struct(node, place, limit);
      case DataType.Union _ -> of(Unions.child(node, place), Unions.place(node, place), limit);
      case DataType.RunEndEncoded _ -> of(node.children.getLast(), Runs.find(node, place), limit);
      case DataType.Dictionary _ ->
          of(Objects.requireNonNull(node.dictionary), node.integer(place), limit);
    };
  }

  /// With an exponent where the scale of a schema, which may be any number, would make endless
  /// zeros.
  private static String decimal(BigDecimal value) {
    return Math.abs((long) value.scale()) <= MOST_DIGITS ? value.toPlainString() : value.toString();
  }

  private static String floating(Node node, long place, int bits) {
    return switch (bits) {
      case 16 -> Float.toString(Float.float16ToFloat(node.values.get(Layouts.SHORT, place << 1)));
      case 32 -> Float.toString(node.values.get(Layouts.FLOAT, place << 2));
      default -> Double.toString(node.values.get(Layouts.DOUBLE, place << 3));
    };
  }

  private static byte[] first(MemorySegment bytes, int limit) {
    return bytes.asSlice(0, Math.min(bytes.byteSize(), limit)).toArray(Layouts.BYTE);
  }

  /// A number beyond what the calendar of java.time holds is shown as it is stored.
  private static String date(long value, int bits) {
    long days = bits == 32 ? value : Math.floorDiv(value, 86_400_000L);
    try {
      return LocalDate.ofEpochDay(days).toString();
    } catch (DateTimeException _) {
      return value + (bits == 32 ? " days" : " ms");
    }
  }

  private static String time(long value, TimeUnit unit) {
    long perSecond = perSecond(unit);
    try {
      return LocalTime.ofSecondOfDay(Math.floorDiv(value, perSecond))
          .plusNanos(Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond))
          .format(DateTimeFormatter.ISO_LOCAL_TIME);
    } catch (DateTimeException _) {
      return value + " " + unit;
    }
  }

  private static String timestamp(long value, DataType.Timestamp type) {
    long perSecond = perSecond(type.unit());
    try {
      Instant instant =
          Instant.ofEpochSecond(
              Math.floorDiv(value, perSecond),
              Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
      if (type.zone().isEmpty()) {
        return instant.atOffset(ZoneOffset.UTC).format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
      }
      return instant
          .atZone(ZoneId.of(type.zone().get()))
          .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    } catch (DateTimeException _) {
      return value + " " + type.unit() + type.zone().map(zone -> " " + zone).orElse("");
    }
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }

  private static String list(Node node, long from, long to, int limit) {
    StringJoiner text = new StringJoiner(", ", "[", "]");
    for (long i = from; i < to && text.length() < limit; i++) {
      text.add(of(node.children.getFirst(), i, limit));
    }
    return text.toString();
  }

  /// As a struct of which the keys are the names: `{a: 1, b: 2}`.
  private static String map(Node node, long place, int limit) {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    Node entries = node.children.getFirst();
    for (long i = node.offset(place); i < node.end(place) && text.length() < limit; i++) {
      String key = of(entries.children.getFirst(), i, limit);
      text.add(key + ": " + of(entries.children.getLast(), i, limit));
    }
    return text.toString();
  }

  /// As `2 months 3 days 4 ns`, without what the unit does not count.
  private static String interval(Node node, IntervalUnit unit, long place) {
    int months = Intervals.months(node, unit, place);
    int days = Intervals.days(node, unit, place);
    long nanos = Intervals.nanos(node, unit, place);
    return switch (unit) {
      case YEAR_MONTH -> months + " months";
      case DAY_TIME -> days + " days " + nanos / 1_000_000 + " ms";
      case MONTH_DAY_NANO -> months + " months " + days + " days " + nanos + " ns";
    };
  }

  private static String struct(Node node, long place, int limit) {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (Node child : node.children) {
      if (text.length() >= limit) {
        break;
      }
      text.add(child.field.name() + ": " + of(child, place, limit));
    }
    return text.toString();
  }
}
