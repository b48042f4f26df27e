package io.zenith.csv;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.Optional;

/// A column of a file.
///
/// @param place among the fields of a record
/// @param field its name and type
/// @param found what its values could be, if the type was not given
record CsvColumn(int place, Field field, Optional<FoundTypes> found) {

  /// A column whose type was given.
  static CsvColumn given(int place, String name, DataType type) {
    return new CsvColumn(place, Field.of(name, type), Optional.empty());
  }

  /// A column that has the first of the types that hold its values.
  static CsvColumn found(int place, String name, FoundTypes types) {
    return new CsvColumn(place, Field.of(name, types.first()), Optional.of(types));
  }

  /// Whether the type was given.
  boolean isGiven() {
    return found.isEmpty();
  }

  /// What makes the column of text.
  ///
  /// @param numbers is used by all columns of a reader
  /// @throws UnsupportedDataException if its type has no spelling
  ColumnBuilder builder(Dialect dialect, String file, PlainNumbers numbers) {
    DataType type = field.type();
    String place = file + ", column " + field.name();
    return switch (type) {
      case DataType.Bool _ -> new FixedBuilder(type, new ValueParser.Truth(), 1);
      case DataType.Int(int bits, boolean signed) ->
          new FixedBuilder(
              type,
              signed ? new ValueParser.Signed(bits, numbers) : new ValueParser.Unsigned(bits),
              bits);
      case DataType.FloatingPoint(int bits) when bits == Double.SIZE ->
          new FixedBuilder(type, new ValueParser.Double64(isGiven(), numbers), bits);
      case DataType.FloatingPoint(int bits) when bits == Float.SIZE ->
          new FixedBuilder(type, new ValueParser.Float32(), bits);
      case DataType.FloatingPoint(int bits) ->
          new FixedBuilder(type, new ValueParser.Float16(), bits);
      case DataType.Date(int bits) -> new FixedBuilder(type, new ValueParser.Day(bits), bits);
      case DataType.Time time ->
          new FixedBuilder(type, new ValueParser.TimeOfDay(time.unit()), time.bits());
      case DataType.Timestamp timestamp ->
          new FixedBuilder(type, new ValueParser.Instant(timestamp), Long.SIZE);
      case DataType.Decimal decimal when decimal.bits() == 128 -> new DecimalBuilder(decimal);
      case DataType.Dictionary words when isRead(words) ->
          new DictionaryBuilder(words, text(words.value(), dialect, place));
      default -> text(type, dialect, place);
    };
  }

  /// Indices of other sizes have room for some files only.
  private static boolean isRead(DataType.Dictionary type) {
    return type.index().equals(new DataType.Int(Integer.SIZE, true))
        && !type.ordered()
        && isText(type.value());
  }

  private static TextBuilder text(DataType type, Dialect dialect, String place) {
    return switch (type) {
      case DataType.Utf8 _ -> new TextBuilder(type, true, false, dialect, place);
      case DataType.LargeUtf8 _ -> new TextBuilder(type, true, true, dialect, place);
      case DataType.Binary _ -> new TextBuilder(type, false, false, dialect, place);
      case DataType.LargeBinary _ -> new TextBuilder(type, false, true, dialect, place);
      default -> throw new UnsupportedDataException(place, type + " is not read from text");
    };
  }

  /// Whether a quoted field without a byte may be a value.
  boolean isText() {
    return isText(field.type());
  }

  private static boolean isText(DataType type) {
    return switch (type) {
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Binary _, DataType.LargeBinary _ -> true;
      case DataType.Dictionary words -> isText(words.value());
      default -> false;
    };
  }

  /// The most bits that a value takes, besides its text.
  long bits() {
    return bits(field.type());
  }

  private static long bits(DataType type) {
    return switch (type) {
      case DataType.Bool _ -> 2;
      case DataType.Int(int bits, _) -> 1 + bits;
      case DataType.FloatingPoint(int bits) -> 1 + bits;
      case DataType.Date(int bits) -> 1 + bits;
      case DataType.Time time -> 1 + time.bits();
      case DataType.Decimal(_, _, int bits) -> 1 + bits;
      case DataType.Utf8 _, DataType.Binary _ -> 1 + Integer.SIZE;
      case DataType.Dictionary words -> words.index().bits() + bits(words.value());
      default -> 1 + Long.SIZE;
    };
  }
}
