package io.zenith.schema;

import java.util.Optional;
import java.util.stream.Collectors;

/// The logical type of a column, with the names and the meaning of the Arrow columnar format
/// (`Schema.fbs`). A type is complete in itself: nested types hold their child fields.
///
/// All types are immutable values that compare by content and print in Arrow's usual notation, such
/// as `timestamp[us, UTC]`.
public sealed interface DataType {

  /// Truth values, one bit each.
  record Bool() implements DataType {
    @Override
    public String toString() {
      return "bool";
    }
  }

  /// Integers in two's complement.
  ///
  /// @param bits 8, 16, 32 or 64
  /// @param signed whether the values are signed
  record Int(int bits, boolean signed) implements DataType {
    /// Checks the width.
    public Int {
      if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
        throw new IllegalArgumentException("integer of " + bits + " bits; allowed: 8, 16, 32, 64");
      }
    }

    @Override
    public String toString() {
      return (signed ? "int" : "uint") + bits;
    }
  }

  /// IEEE 754 binary floating point.
  ///
  /// @param bits 16, 32 or 64
  record FloatingPoint(int bits) implements DataType {
    /// Checks the width.
    public FloatingPoint {
      if (bits != 16 && bits != 32 && bits != 64) {
        throw new IllegalArgumentException("float of " + bits + " bits; allowed: 16, 32, 64");
      }
    }

    @Override
    public String toString() {
      return "float" + bits;
    }
  }

  /// Fixed-point decimals: an integer of `bits` bits that counts units of 10^-scale.
  ///
  /// @param precision number of decimal digits
  /// @param scale digits behind the point; may be negative
  /// @param bits 128
  record Decimal(int precision, int scale, int bits) implements DataType {
    /// Checks width and precision.
    public Decimal {
      if (bits != 128) {
        throw new IllegalArgumentException("decimal of " + bits + " bits; allowed: 128");
      }
      if (precision < 1 || precision > 38) {
        throw new IllegalArgumentException(
            "decimal128 of " + precision + " digits; allowed: 1 to 38");
      }
    }

    @Override
    public String toString() {
      return "decimal" + bits + "(" + precision + ", " + scale + ")";
    }
  }

  /// Text in UTF-8.
  record Utf8() implements DataType {
    @Override
    public String toString() {
      return "utf8";
    }
  }

  /// Bytes of any length.
  record Binary() implements DataType {
    @Override
    public String toString() {
      return "binary";
    }
  }

  /// Bytes of one length.
  ///
  /// @param byteWidth bytes a value, 0 or more
  record FixedSizeBinary(int byteWidth) implements DataType {
    /// Checks the width.
    public FixedSizeBinary {
      if (byteWidth < 0) {
        throw new IllegalArgumentException(
            "fixed-size binary of " + byteWidth + " bytes; at least 0");
      }
    }

    @Override
    public String toString() {
      return "fixed_size_binary[" + byteWidth + "]";
    }
  }

  /// Days since 1970-01-01, stored as days in 32 bits or as milliseconds in 64.
  ///
  /// @param bits 32 or 64
  record Date(int bits) implements DataType {
    /// Checks the width.
    public Date {
      if (bits != 32 && bits != 64) {
        throw new IllegalArgumentException("date of " + bits + " bits; allowed: 32, 64");
      }
    }

    @Override
    public String toString() {
      return bits == 32 ? "date32[day]" : "date64[ms]";
    }
  }

  /// Time of day since midnight: seconds and milliseconds in 32 bits, finer units in 64.
  ///
  /// @param unit the unit of the stored number
  record Time(TimeUnit unit) implements DataType {
    /// The stored width, which follows from the unit: 32 or 64.
    public int bits() {
      return unit == TimeUnit.SECOND || unit == TimeUnit.MILLISECOND ? 32 : 64;
    }

    @Override
    public String toString() {
      return "time" + bits() + "[" + unit + "]";
    }
  }

  /// A point in time since 1970-01-01T00:00:00, in 64 bits: in UTC where a zone is given, else
  /// local.
  ///
  /// @param unit the unit of the stored number
  /// @param zone the zone in which to show it, such as `UTC` or `Europe/Paris`
  record Timestamp(TimeUnit unit, Optional<String> zone) implements DataType {
    @Override
    public String toString() {
      return "timestamp[" + unit + zone.map(name -> ", " + name).orElse("") + "]";
    }
  }

  /// A span of time in 64 bits.
  ///
  /// @param unit the unit of the stored number
  record Duration(TimeUnit unit) implements DataType {
    @Override
    public String toString() {
      return "duration[" + unit + "]";
    }
  }

  /// Lists of any length.
  ///
  /// @param element the field of the elements
  record List(Field element) implements DataType {
    @Override
    public String toString() {
      return "list<" + element.type() + ">";
    }
  }

  /// Lists of one length.
  ///
  /// @param element the field of the elements
  /// @param size elements a list, 0 or more
  record FixedSizeList(Field element, int size) implements DataType {
    /// Checks the size.
    public FixedSizeList {
      if (size < 0) {
        throw new IllegalArgumentException("fixed-size list of " + size + " elements; at least 0");
      }
    }

    @Override
    public String toString() {
      return "fixed_size_list<" + element.type() + ">[" + size + "]";
    }
  }

  /// Named fields side by side.
  ///
  /// @param fields the fields in order
  record Struct(java.util.List<Field> fields) implements DataType {
    /// Copies the list.
    public Struct {
      fields = java.util.List.copyOf(fields);
    }

    @Override
    public String toString() {
      return fields.stream()
          .map(field -> field.name() + ": " + field.type())
          .collect(Collectors.joining(", ", "struct<", ">"));
    }
  }

  /// Values stored once, in a dictionary, and referred to by index.
  ///
  /// @param index the type of the indices
  /// @param value the type of the values
  /// @param ordered whether the order of the dictionary means something
  record Dictionary(Int index, DataType value, boolean ordered) implements DataType {
    @Override
    public String toString() {
      return "dictionary<" + index + ", " + value + (ordered ? ", ordered>" : ">");
    }
  }

  /// The fields inside a nested type, in order; none for other types.
  default java.util.List<Field> children() {
    return switch (this) {
      case List list -> java.util.List.of(list.element());
      case FixedSizeList list -> java.util.List.of(list.element());
      case Struct struct -> struct.fields();
      case Bool _,
          Int _,
          FloatingPoint _,
          Decimal _,
          Utf8 _,
          Binary _,
          FixedSizeBinary _,
          Date _,
          Time _,
          Timestamp _,
          Duration _,
          Dictionary _ ->
          java.util.List.of();
    };
  }
}
