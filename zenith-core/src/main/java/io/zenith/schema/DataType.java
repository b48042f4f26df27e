package io.zenith.schema;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The logical type of a column, with the names and the meaning of the Arrow columnar format
/// (`Schema.fbs`). A type is complete in itself: nested types hold their child fields.
///
/// All types are immutable values that compare by content and print in Arrow's usual notation, such
/// as `timestamp[us, UTC]`.
public sealed interface DataType {

  /// Nothing but nulls, which take no memory.
  record Null() implements DataType {
    @Override
    public String toString() {
      return "null";
    }
  }

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
  /// @param bits 32, 64, 128 or 256
  record Decimal(int precision, int scale, int bits) implements DataType {
    /// Checks width and precision.
    public Decimal {
      int most = mostDigits(bits);
      if (precision < 1 || precision > most) {
        throw new IllegalArgumentException(
            "decimal" + bits + " of " + precision + " digits; allowed: 1 to " + most);
      }
    }

    /// The most digits that a decimal of so many bits can have.
    ///
    /// @throws IllegalArgumentException if there is no decimal of that width
    public static int mostDigits(int bits) {
      return switch (bits) {
        case 32 -> 9;
        case 64 -> 18;
        case 128 -> 38;
        case 256 -> 76;
        default ->
            throw new IllegalArgumentException(
                "decimal of " + bits + " bits; allowed: 32, 64, 128, 256");
      };
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

  /// Text in UTF-8, more than 2 GiB of it in a column: offsets have 64 bits.
  record LargeUtf8() implements DataType {
    @Override
    public String toString() {
      return "large_utf8";
    }
  }

  /// Text in UTF-8, short values in place and long ones anywhere in some buffers.
  record Utf8View() implements DataType {
    @Override
    public String toString() {
      return "utf8_view";
    }
  }

  /// Bytes of any length.
  record Binary() implements DataType {
    @Override
    public String toString() {
      return "binary";
    }
  }

  /// Bytes of any length, more than 2 GiB of them in a column: offsets have 64 bits.
  record LargeBinary() implements DataType {
    @Override
    public String toString() {
      return "large_binary";
    }
  }

  /// Bytes of any length, short values in place and long ones anywhere in some buffers.
  record BinaryView() implements DataType {
    @Override
    public String toString() {
      return "binary_view";
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

  /// A span of time in units of the calendar.
  ///
  /// @param unit what is counted
  record Interval(IntervalUnit unit) implements DataType {
    @Override
    public String toString() {
      return "interval[" + unit + "]";
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

  /// Lists of any length, more than 2^31 - 1 elements of them in a column: offsets have 64 bits.
  ///
  /// @param element the field of the elements
  record LargeList(Field element) implements DataType {
    @Override
    public String toString() {
      return "large_list<" + element.type() + ">";
    }
  }

  /// Lists of any length that lie anywhere in their elements, in any order: offsets and sizes.
  ///
  /// @param element the field of the elements
  record ListView(Field element) implements DataType {
    @Override
    public String toString() {
      return "list_view<" + element.type() + ">";
    }
  }

  /// As [ListView], with offsets and sizes of 64 bits.
  ///
  /// @param element the field of the elements
  record LargeListView(Field element) implements DataType {
    @Override
    public String toString() {
      return "large_list_view<" + element.type() + ">";
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

  /// Lists of pairs of a key and a value.
  ///
  /// @param entries the field of the pairs: a struct of two fields
  /// @param keysSorted whether the keys of each list are in order
  record Map(Field entries, boolean keysSorted) implements DataType {
    /// Checks that the entries are pairs.
    public Map {
      if (!(entries.type() instanceof Struct pair) || pair.fields().size() != 2) {
        throw new IllegalArgumentException(
            "map of " + entries.type() + "; its entries are structs of a key and a value");
      }
    }

    @Override
    public String toString() {
      java.util.List<Field> pair = entries.type().children();
      return "map<"
          + pair.get(0).type()
          + ", "
          + pair.get(1).type()
          + (keysSorted ? ", keys_sorted>" : ">");
    }
  }

  /// Values of several types, each row of one of them.
  ///
  /// @param mode how they lie in the children
  /// @param typeIds the id, 0 to 127, by which a row names each of the fields
  /// @param fields the types, in order
  record Union(UnionMode mode, java.util.List<Integer> typeIds, java.util.List<Field> fields)
      implements DataType {
    private static final int MOST_IDS = 128;

    /// Copies the lists and checks that each field has one id of its own.
    public Union {
      typeIds = java.util.List.copyOf(typeIds);
      fields = java.util.List.copyOf(fields);
      long different = typeIds.stream().filter(id -> id >= 0 && id < MOST_IDS).distinct().count();
      if (typeIds.size() != fields.size() || different != fields.size()) {
        throw new IllegalArgumentException(
            "union of "
                + fields.size()
                + " fields with the type ids "
                + typeIds
                + "; each has one of its own, 0 to 127");
      }
    }

    @Override
    public String toString() {
      return IntStream.range(0, fields.size())
          .mapToObj(i -> fields.get(i).name() + ": " + fields.get(i).type() + "=" + typeIds.get(i))
          .collect(Collectors.joining(", ", mode + "_union<", ">"));
    }
  }

  /// Values that repeat, each stored once with the place where its run ends.
  ///
  /// @param runEnds the field of the ends: int16, int32 or int64, never null
  /// @param values the field of the values
  record RunEndEncoded(Field runEnds, Field values) implements DataType {
    /// Checks the type of the ends.
    public RunEndEncoded {
      if (!(runEnds.type() instanceof Int(int bits, boolean signed)) || !signed || bits == 8) {
        throw new IllegalArgumentException(
            "run ends of " + runEnds.type() + "; allowed: int16, int32, int64");
      }
    }

    @Override
    public String toString() {
      return "run_end_encoded<" + runEnds.type() + ", " + values.type() + ">";
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
      case LargeList list -> java.util.List.of(list.element());
      case ListView list -> java.util.List.of(list.element());
      case LargeListView list -> java.util.List.of(list.element());
      case FixedSizeList list -> java.util.List.of(list.element());
      case Struct struct -> struct.fields();
      case Map map -> java.util.List.of(map.entries());
      case Union union -> union.fields();
      case RunEndEncoded runs -> java.util.List.of(runs.runEnds(), runs.values());
      case Null _,
          Bool _,
          Int _,
          FloatingPoint _,
          Decimal _,
          Utf8 _,
          LargeUtf8 _,
          Utf8View _,
          Binary _,
          LargeBinary _,
          BinaryView _,
          FixedSizeBinary _,
          Date _,
          Time _,
          Timestamp _,
          Duration _,
          Interval _,
          Dictionary _ ->
          java.util.List.of();
    };
  }
}
