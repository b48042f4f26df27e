package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.LeafType.Change;
import io.zenith.parquet.LeafType.Stored;
import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/// Which type of Arrow a leaf has.
///
/// The source: Apache Parquet, `LogicalTypes.md`. A logical type that is not known, or does not go
/// with the stored type, is left out: then the leaf is what is stored.
final class LeafTypes {
  private static final int INT96_BYTES = 12;
  private static final DataType.Int INT32 = new DataType.Int(32, true);
  private static final DataType.Int INT64 = new DataType.Int(64, true);

  private final SchemaElement element;
  private final Type stored;
  private final Int96 int96;
  private final Place place;

  private LeafTypes(SchemaElement element, Int96 int96, Place place) {
    this.element = element;
    this.int96 = int96;
    this.stored = Objects.requireNonNull(element.getType(), "a leaf has a type");
    this.place = place;
  }

  /// The type of a leaf.
  static LeafType of(SchemaElement element, Int96 int96, Place place) {
    LeafTypes types = new LeafTypes(element, int96, place);
    if (types.isUnknown()) {
      LeafType stored = types.stored();
      return new LeafType(stored.stored(), stored.width(), new DataType.Null(), Change.NULLS);
    }
    return switch (types.stored) {
      case BOOLEAN, FLOAT, DOUBLE, INT96 -> types.stored();
      case INT32 -> types.ofInt32();
      case INT64 -> types.ofInt64();
      case BYTE_ARRAY -> types.ofBytes();
      case FIXED_LEN_BYTE_ARRAY -> types.ofFixed();
    };
  }

  /// Whether all values are null, so that nobody could tell what they are. Not so where there is a
  /// converted type too: parquet-java says both that intervals are unknown and that they are
  /// intervals.
  private boolean isUnknown() {
    return logical().filter(LogicalType::isSetUNKNOWN).isPresent()
        && !element.isSetConverted_type();
  }

  /// What is stored, without a meaning.
  private LeafType stored() {
    return switch (stored) {
      case BOOLEAN -> new LeafType(Stored.BITS, 0, new DataType.Bool(), Change.NONE);
      case INT32 -> plain(4, INT32);
      case INT64 -> plain(8, INT64);
      case FLOAT -> plain(4, new DataType.FloatingPoint(32));
      case DOUBLE -> plain(8, new DataType.FloatingPoint(64));
      case INT96 ->
          switch (int96) {
            case MICROSECONDS -> instant(TimeUnit.MICROSECOND, Change.INT96_MICROS);
            case NANOSECONDS -> instant(TimeUnit.NANOSECOND, Change.INT96_NANOS);
          };
      case BYTE_ARRAY -> new LeafType(Stored.BYTES, 0, new DataType.Binary(), Change.NONE);
      case FIXED_LEN_BYTE_ARRAY -> plain(length(), new DataType.FixedSizeBinary(length()));
    };
  }

  private static LeafType instant(TimeUnit unit, Change change) {
    DataType type = new DataType.Timestamp(unit, Optional.empty());
    return new LeafType(Stored.FIXED, INT96_BYTES, type, change);
  }

  private static LeafType plain(int width, DataType type) {
    return new LeafType(Stored.FIXED, width, type, Change.NONE);
  }

  private int length() {
    int length = element.getType_length();
    if (!element.isSetType_length() || length < 0) {
      throw place.malformed("values of " + length + " bytes", "0 or more");
    }
    return length;
  }

  private Optional<LogicalType> logical() {
    return Optional.ofNullable(element.getLogicalType());
  }

  private boolean isConverted(ConvertedType type) {
    return element.getConverted_type() == type;
  }

  private LeafType ofInt32() {
    Optional<DataType> narrow = integer(32);
    if (narrow.isPresent()) {
      boolean same = narrow.get() instanceof DataType.Int(int bits, boolean _) && bits == 32;
      return new LeafType(
          Stored.FIXED, Integer.BYTES, narrow.get(), same ? Change.NONE : Change.NARROW);
    }
    if (isConverted(ConvertedType.DATE) || logical().filter(LogicalType::isSetDATE).isPresent()) {
      return plain(4, new DataType.Date(32));
    }
    if (isConverted(ConvertedType.TIME_MILLIS)
        || time().filter(unit -> unit == TimeUnit.MILLISECOND).isPresent()) {
      return plain(4, new DataType.Time(TimeUnit.MILLISECOND));
    }
    return decimal(Change.WIDEN, Integer.BYTES).orElseGet(this::stored);
  }

  private LeafType ofInt64() {
    Optional<DataType> integer = integer(64);
    if (integer.isPresent()) {
      return plain(8, integer.get());
    }
    Optional<TimeUnit> time = time().filter(unit -> unit != TimeUnit.MILLISECOND);
    if (isConverted(ConvertedType.TIME_MICROS) || time.isPresent()) {
      return plain(8, new DataType.Time(time.orElse(TimeUnit.MICROSECOND)));
    }
    Optional<DataType> timestamp = timestamp();
    if (timestamp.isPresent()) {
      return plain(8, timestamp.get());
    }
    return decimal(Change.WIDEN, Long.BYTES).orElseGet(this::stored);
  }

  private LeafType ofBytes() {
    Optional<LogicalType> logical = logical();
    boolean isText =
        isConverted(ConvertedType.UTF8)
            || isConverted(ConvertedType.ENUM)
            || isConverted(ConvertedType.JSON)
            || logical
                .filter(type -> type.isSetSTRING() || type.isSetENUM() || type.isSetJSON())
                .isPresent();
    if (isText) {
      return new LeafType(Stored.BYTES, 0, new DataType.Utf8(), Change.NONE);
    }
    return decimal(Change.BIG_ENDIAN, 0).orElseGet(this::stored);
  }

  private LeafType ofFixed() {
    if (logical().filter(LogicalType::isSetFLOAT16).isPresent() && length() == Short.BYTES) {
      return plain(Short.BYTES, new DataType.FloatingPoint(16));
    }
    return decimal(Change.BIG_ENDIAN, length()).orElseGet(this::stored);
  }

  /// The integer that is meant, if it fits what is stored.
  private Optional<DataType> integer(int most) {
    Optional<LogicalType> logical = logical().filter(LogicalType::isSetINTEGER);
    if (logical.isPresent()) {
      IntType type = logical.get().getINTEGER();
      int bits = type.getBitWidth();
      boolean fits = most == 64 ? bits == 64 : bits == 8 || bits == 16 || bits == 32;
      return fits ? Optional.of(new DataType.Int(bits, type.isIsSigned())) : Optional.empty();
    }
    DataType.Int type =
        switch (element.getConverted_type()) {
          case null -> null;
          case INT_8 -> new DataType.Int(8, true);
          case INT_16 -> new DataType.Int(16, true);
          case INT_32 -> INT32;
          case INT_64 -> INT64;
          case UINT_8 -> new DataType.Int(8, false);
          case UINT_16 -> new DataType.Int(16, false);
          case UINT_32 -> new DataType.Int(32, false);
          case UINT_64 -> new DataType.Int(64, false);
          default -> null;
        };
    return type == null || (type.bits() == 64) != (most == 64)
        ? Optional.empty()
        : Optional.of(type);
  }

  private Optional<TimeUnit> time() {
    return logical().filter(LogicalType::isSetTIME).flatMap(type -> unit(type.getTIME().getUnit()));
  }

  private Optional<DataType> timestamp() {
    Optional<LogicalType> logical = logical().filter(LogicalType::isSetTIMESTAMP);
    if (logical.isPresent()) {
      TimestampType type = logical.get().getTIMESTAMP();
      Optional<String> zone = type.isIsAdjustedToUTC() ? Optional.of("UTC") : Optional.empty();
      return unit(type.getUnit()).map(unit -> new DataType.Timestamp(unit, zone));
    }
    // The old types are instants.
    if (isConverted(ConvertedType.TIMESTAMP_MILLIS)) {
      return Optional.of(new DataType.Timestamp(TimeUnit.MILLISECOND, Optional.of("UTC")));
    }
    if (isConverted(ConvertedType.TIMESTAMP_MICROS)) {
      return Optional.of(new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.of("UTC")));
    }
    return Optional.empty();
  }

  private static Optional<TimeUnit> unit(org.apache.parquet.format.@Nullable TimeUnit unit) {
    if (unit == null) {
      return Optional.empty();
    }
    return unit.isSetMILLIS()
        ? Optional.of(TimeUnit.MILLISECOND)
        : unit.isSetMICROS()
            ? Optional.of(TimeUnit.MICROSECOND)
            : unit.isSetNANOS() ? Optional.of(TimeUnit.NANOSECOND) : Optional.empty();
  }

  /// @param width bytes of a value as it is stored; 0 if they differ
  private Optional<LeafType> decimal(Change change, int width) {
    int precision;
    int scale;
    Optional<LogicalType> logical = logical().filter(LogicalType::isSetDECIMAL);
    if (logical.isPresent()) {
      DecimalType type = logical.get().getDECIMAL();
      precision = type.getPrecision();
      scale = type.getScale();
    } else if (isConverted(ConvertedType.DECIMAL)) {
      precision = element.getPrecision();
      scale = element.getScale();
    } else {
      return Optional.empty();
    }
    int bits = precision <= DataType.Decimal.mostDigits(128) ? 128 : 256;
    if (precision < 1 || precision > DataType.Decimal.mostDigits(bits)) {
      throw place.malformed(
          "a decimal of " + precision + " digits", "1 to " + DataType.Decimal.mostDigits(256));
    }
    if (width > bits / 8) {
      throw place.unsupported("a decimal of " + precision + " digits in " + width + " bytes");
    }
    Stored values = stored == Type.BYTE_ARRAY ? Stored.BYTES : Stored.FIXED;
    return Optional.of(
        new LeafType(values, width, new DataType.Decimal(precision, scale, bits), change));
  }
}
