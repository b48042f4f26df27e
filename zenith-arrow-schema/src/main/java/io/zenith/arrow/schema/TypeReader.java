package io.zenith.arrow.schema;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.TimeUnit;
import io.zenith.schema.UnionMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.Map;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Union;
import org.jspecify.annotations.Nullable;

/// Reads the type of one field. Call this inside [Flatbuffers#parse].
final class TypeReader {
  /// The names of zones have some dozen bytes. Many fields may share one, which each of them
  /// copies.
  private static final int MAX_ZONE_BYTES = 1024;

  /// Type ids of unions are bytes, 0 to 127.
  private static final int MOST_TYPE_IDS = 128;

  private final org.apache.arrow.flatbuf.Field field;
  private final Place place;

  private TypeReader(org.apache.arrow.flatbuf.Field field, Place place) {
    this.field = field;
    this.place = place;
  }

  /// Refuses types that are newer than this reader.
  static void verifyKnown(byte type, Place place) {
    if (type == Type.NONE) {
      throw place.malformed("no type", "one");
    }
    if (type < 0 || type > Type.LargeListView) {
      throw place.unsupported(
          "type number " + Byte.toUnsignedInt(type) + " of a newer Arrow version");
    }
  }

  /// Reads the type of a field whose type is known, and whose children are read already.
  static DataType read(org.apache.arrow.flatbuf.Field field, List<Field> children, Place place) {
    byte type = field.typeType();
    if (type != Type.Struct_ && type != Type.Union && children.size() != childrenOf(type)) {
      throw place.malformed(
          children.size() + " children", childrenOf(type) + " for " + Type.name(type));
    }
    return new TypeReader(field, place).type(type, children);
  }

  private static int childrenOf(byte type) {
    return switch (type) {
      case Type.List,
          Type.LargeList,
          Type.ListView,
          Type.LargeListView,
          Type.FixedSizeList,
          Type.Map ->
          1;
      case Type.RunEndEncoded -> 2;
      default -> 0;
    };
  }

  /// Reads the type of dictionary indices, which is int32 if none is given.
  static DataType.Int index(@Nullable Int type, Place place) {
    return type == null ? new DataType.Int(32, true) : integer(type, place);
  }

  private DataType type(byte type, List<Field> children) {
    return switch (type) {
      case Type.Null -> new DataType.Null();
      case Type.Bool -> new DataType.Bool();
      case Type.Int -> integer(table(new Int()), place);
      case Type.FloatingPoint -> floatingPoint(table(new FloatingPoint()));
      case Type.Decimal -> decimal(table(new Decimal()));
      case Type.Utf8 -> new DataType.Utf8();
      case Type.LargeUtf8 -> new DataType.LargeUtf8();
      case Type.Utf8View -> new DataType.Utf8View();
      case Type.Binary -> new DataType.Binary();
      case Type.LargeBinary -> new DataType.LargeBinary();
      case Type.BinaryView -> new DataType.BinaryView();
      case Type.FixedSizeBinary ->
          new DataType.FixedSizeBinary(
              notNegative(table(new FixedSizeBinary()).byteWidth(), "byte width"));
      case Type.Date -> date(table(new Date()));
      case Type.Time -> time(table(new Time()));
      case Type.Timestamp -> timestamp(table(new Timestamp()));
      case Type.Duration -> new DataType.Duration(unit(table(new Duration()).unit()));
      case Type.Interval -> interval(table(new Interval()));
      case Type.List -> new DataType.List(children.getFirst());
      case Type.LargeList -> new DataType.LargeList(children.getFirst());
      case Type.ListView -> new DataType.ListView(children.getFirst());
      case Type.LargeListView -> new DataType.LargeListView(children.getFirst());
      case Type.FixedSizeList ->
          new DataType.FixedSizeList(
              children.getFirst(), notNegative(table(new FixedSizeList()).listSize(), "list size"));
      case Type.Struct_ -> new DataType.Struct(children);
      case Type.Map -> map(table(new Map()), children.getFirst());
      case Type.Union -> union(table(new Union()), children);
      case Type.RunEndEncoded -> runEndEncoded(children.getFirst(), children.getLast());
      default -> throw new AssertionError("type " + type + " is refused before");
    };
  }

  private <T extends com.google.flatbuffers.Table> T table(T table) {
    @Nullable Object found = field.type(table);
    Flatbuffers.required(found, "parameters of the type", place);
    return table;
  }

  private static DataType.Int integer(Int type, Place place) {
    int bits = type.bitWidth();
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
      throw place.malformed("an integer of " + bits + " bits", "8, 16, 32 or 64");
    }
    return new DataType.Int(bits, type.isSigned());
  }

  private DataType floatingPoint(FloatingPoint type) {
    return switch (type.precision()) {
      case Precision.HALF -> new DataType.FloatingPoint(16);
      case Precision.SINGLE -> new DataType.FloatingPoint(32);
      case Precision.DOUBLE -> new DataType.FloatingPoint(64);
      default -> throw place.malformed("floating-point precision " + type.precision(), "0 to 2");
    };
  }

  private DataType decimal(Decimal type) {
    int bits = type.bitWidth();
    if (bits != 32 && bits != 64 && bits != 128 && bits != 256) {
      throw place.malformed("a decimal of " + bits + " bits", "32, 64, 128 or 256");
    }
    int most = DataType.Decimal.mostDigits(bits);
    if (type.precision() < 1 || type.precision() > most) {
      throw place.malformed(
          "a decimal" + bits + " of " + type.precision() + " digits", "1 to " + most);
    }
    return new DataType.Decimal(type.precision(), type.scale(), bits);
  }

  private DataType date(Date type) {
    return switch (type.unit()) {
      case DateUnit.DAY -> new DataType.Date(32);
      case DateUnit.MILLISECOND -> new DataType.Date(64);
      default -> throw place.malformed("date unit " + type.unit(), "0 or 1");
    };
  }

  private DataType time(Time type) {
    DataType.Time time = new DataType.Time(unit(type.unit()));
    if (type.bitWidth() != time.bits()) {
      throw place.malformed(
          "a time in " + time.unit() + " of " + type.bitWidth() + " bits", time.bits() + " bits");
    }
    return time;
  }

  private DataType timestamp(Timestamp type) {
    ByteBuffer zone = type.timezoneAsByteBuffer();
    if (zone != null && zone.remaining() > MAX_ZONE_BYTES) {
      throw place.malformed(
          "a time zone of " + zone.remaining() + " bytes", "at most " + MAX_ZONE_BYTES);
    }
    String name = Flatbuffers.text(zone, "time zone", place);
    return new DataType.Timestamp(
        unit(type.unit()), name.isEmpty() ? Optional.empty() : Optional.of(name));
  }

  private DataType interval(Interval type) {
    return switch (type.unit()) {
      case org.apache.arrow.flatbuf.IntervalUnit.YEAR_MONTH ->
          new DataType.Interval(IntervalUnit.YEAR_MONTH);
      case org.apache.arrow.flatbuf.IntervalUnit.DAY_TIME ->
          new DataType.Interval(IntervalUnit.DAY_TIME);
      case org.apache.arrow.flatbuf.IntervalUnit.MONTH_DAY_NANO ->
          new DataType.Interval(IntervalUnit.MONTH_DAY_NANO);
      default -> throw place.malformed("interval unit " + type.unit(), "0 to 2");
    };
  }

  /// The names of the entries and of what is in them are free.
  private DataType map(Map type, Field entries) {
    if (!(entries.type() instanceof DataType.Struct(List<Field> pair)) || pair.size() != 2) {
      throw place.malformed("a map of " + entries.type(), "structs of a key and a value");
    }
    return new DataType.Map(entries, type.keysSorted());
  }

  private DataType union(Union type, List<Field> children) {
    UnionMode mode =
        switch (type.mode()) {
          case org.apache.arrow.flatbuf.UnionMode.Sparse -> UnionMode.SPARSE;
          case org.apache.arrow.flatbuf.UnionMode.Dense -> UnionMode.DENSE;
          default -> throw place.malformed("union mode " + type.mode(), "0 or 1");
        };
    if (children.size() > MOST_TYPE_IDS) {
      throw place.malformed(
          "a union of " + children.size() + " children", "at most " + MOST_TYPE_IDS);
    }
    return new DataType.Union(mode, typeIds(type, children.size()), children);
  }

  /// The ids of a union's children, which count from 0 if none are given.
  private List<Integer> typeIds(Union type, int children) {
    if (type.typeIdsAsByteBuffer() == null) {
      return IntStream.range(0, children).boxed().toList();
    }
    int count = type.typeIdsLength();
    if (count != children) {
      throw place.malformed(
          Integer.toUnsignedString(count) + " type ids", children + ", one a child");
    }
    List<Integer> ids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int id = type.typeIds(i);
      if (id < 0 || id >= MOST_TYPE_IDS || ids.contains(id)) {
        throw place.malformed(
            "type id " + id + (ids.contains(id) ? " twice" : ""),
            "ids from 0 to " + (MOST_TYPE_IDS - 1) + ", each once");
      }
      ids.add(id);
    }
    return ids;
  }

  private DataType runEndEncoded(Field runEnds, Field values) {
    if (!(runEnds.type() instanceof DataType.Int(int bits, boolean signed))
        || !signed
        || bits == 8) {
      throw place.malformed("run ends of " + runEnds.type(), "int16, int32 or int64");
    }
    return new DataType.RunEndEncoded(runEnds, values);
  }

  private TimeUnit unit(short unit) {
    return switch (unit) {
      case org.apache.arrow.flatbuf.TimeUnit.SECOND -> TimeUnit.SECOND;
      case org.apache.arrow.flatbuf.TimeUnit.MILLISECOND -> TimeUnit.MILLISECOND;
      case org.apache.arrow.flatbuf.TimeUnit.MICROSECOND -> TimeUnit.MICROSECOND;
      case org.apache.arrow.flatbuf.TimeUnit.NANOSECOND -> TimeUnit.NANOSECOND;
      default -> throw place.malformed("time unit " + unit, "0 to 3");
    };
  }

  private int notNegative(int value, String name) {
    if (value < 0) {
      throw place.malformed(name + " " + value, "0 or more");
    }
    return value;
  }
}
