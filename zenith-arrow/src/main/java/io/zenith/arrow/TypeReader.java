package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.TimeUnit;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.jspecify.annotations.Nullable;

/// Reads the type of one field. Call this inside [Flatbuffers#parse].
final class TypeReader {
  /// The names of zones have some dozen bytes. Many fields may share one, which each of them
  /// copies.
  private static final int MAX_ZONE_BYTES = 1024;

  private final org.apache.arrow.flatbuf.Field field;
  private final Place place;

  private TypeReader(org.apache.arrow.flatbuf.Field field, Place place) {
    this.field = field;
    this.place = place;
  }

  /// Reads the type of a field whose children are read already.
  static DataType read(org.apache.arrow.flatbuf.Field field, List<Field> children, Place place) {
    byte type = field.typeType();
    if (type != Type.Struct_) {
      int expected = type == Type.List || type == Type.FixedSizeList ? 1 : 0;
      if (children.size() != expected) {
        throw place.malformed(children.size() + " children", expected + " for " + Type.name(type));
      }
    }
    return new TypeReader(field, place).type(type, children);
  }

  /// Reads the type of dictionary indices, which is int32 if none is given.
  static DataType.Int index(@Nullable Int type, Place place) {
    return type == null ? new DataType.Int(32, true) : integer(type, place);
  }

  private DataType type(byte type, List<Field> children) {
    return switch (type) {
      case Type.Bool -> new DataType.Bool();
      case Type.Int -> integer(table(new Int()), place);
      case Type.FloatingPoint -> floatingPoint(table(new FloatingPoint()));
      case Type.Decimal -> decimal(table(new Decimal()));
      case Type.Utf8 -> new DataType.Utf8();
      case Type.Binary -> new DataType.Binary();
      case Type.FixedSizeBinary ->
          new DataType.FixedSizeBinary(
              notNegative(table(new FixedSizeBinary()).byteWidth(), "byte width"));
      case Type.Date -> date(table(new Date()));
      case Type.Time -> time(table(new Time()));
      case Type.Timestamp -> timestamp(table(new Timestamp()));
      case Type.Duration -> new DataType.Duration(unit(table(new Duration()).unit()));
      case Type.List -> new DataType.List(children.getFirst());
      case Type.FixedSizeList ->
          new DataType.FixedSizeList(
              children.getFirst(), notNegative(table(new FixedSizeList()).listSize(), "list size"));
      case Type.Struct_ -> new DataType.Struct(children);
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
    if (bits == 32 || bits == 64 || bits == 256) {
      throw place.unsupported("type decimal" + bits);
    }
    if (bits != 128) {
      throw place.malformed("a decimal of " + bits + " bits", "32, 64, 128 or 256");
    }
    if (type.precision() < 1 || type.precision() > 38) {
      throw place.malformed("a decimal128 of " + type.precision() + " digits", "1 to 38");
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
