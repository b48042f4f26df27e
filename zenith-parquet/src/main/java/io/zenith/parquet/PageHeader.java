package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/// What stands before a page.
///
/// The source: `PageHeader` in Apache Parquet's `parquet.thrift`.
///
/// @param kind what the page holds
/// @param size bytes of the page as it is stored
/// @param uncompressed bytes of it when it is decompressed
/// @param crc of the stored bytes, if there is one
/// @param values how many values, nulls among them; of a dictionary, how many it has
/// @param encoding of the values
/// @param levels how the levels lie in a data page
record PageHeader(
    Kind kind,
    int size,
    int uncompressed,
    OptionalInt crc,
    int values,
    int encoding,
    LevelPlaces levels) {
  /// By their numbers in files.
  private static final List<Kind> KINDS =
      List.of(Kind.DATA_V1, Kind.INDEX, Kind.DICTIONARY, Kind.DATA_V2);

  /// What a page holds.
  enum Kind {
    DATA_V1,
    INDEX,
    DICTIONARY,
    DATA_V2
  }

  /// How the levels lie in a data page.
  ///
  /// @param repetitionEncoding of the first version
  /// @param definitionEncoding of the first version
  /// @param repetitionBytes of the second version, where levels are not compressed
  /// @param definitionBytes of the second version
  /// @param isCompressed whether the values are
  record LevelPlaces(
      int repetitionEncoding,
      int definitionEncoding,
      int repetitionBytes,
      int definitionBytes,
      boolean isCompressed) {
    private static final LevelPlaces NONE = new LevelPlaces(0, 0, 0, 0, true);
  }

  /// Reads a header.
  ///
  /// @param place of the page
  static PageHeader read(ThriftInput input, Place place) {
    return new Reader(input, place).read();
  }

  /// Gathers the fields, of which any may be missing.
  private static final class Reader {
    private static final int MISSING = Integer.MIN_VALUE;

    private final ThriftInput input;
    private final Place place;
    private int kind = MISSING;
    private int uncompressed = MISSING;
    private int size = MISSING;
    private OptionalInt crc = OptionalInt.empty();
    private int values = MISSING;
    private int encoding = MISSING;
    private LevelPlaces levels = LevelPlaces.NONE;

    private Reader(ThriftInput input, Place place) {
      this.input = input;
      this.place = place;
    }

    private PageHeader read() {
      int outer = input.begin();
      for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
        boolean isNumber = type == ThriftInput.I32;
        boolean isStruct = type == ThriftInput.STRUCT;
        switch (input.field()) {
          case 1 -> kind = number(isNumber);
          case 2 -> uncompressed = number(isNumber);
          case 3 -> size = number(isNumber);
          case 4 -> crc = OptionalInt.of(number(isNumber));
          case 5 -> dataV1(isStruct);
          case 7 -> dictionary(isStruct);
          case 8 -> dataV2(isStruct);
          default -> input.skip(type);
        }
      }
      input.end(outer);
      if (kind < 0 || kind >= KINDS.size()) {
        throw place.malformed("a page of type " + text(kind), "0 to " + (KINDS.size() - 1));
      }
      Kind found = KINDS.get(kind);
      requireCount(size, "bytes");
      requireCount(uncompressed, "bytes uncompressed");
      if (found != Kind.INDEX) {
        requireCount(values, "values");
        requireCount(encoding, "as encoding");
      }
      return new PageHeader(found, size, uncompressed, crc, values, encoding, levels);
    }

    private void requireCount(int count, String what) {
      if (count < 0) {
        throw place.malformed("a header with " + text(count) + " " + what, "0 or more");
      }
    }

    private static String text(int number) {
      return number == MISSING ? "no number" : Integer.toString(number);
    }

    private int number(boolean isNumber) {
      require(isNumber, "a number");
      return input.int32();
    }

    private void require(boolean isIt, String what) {
      if (!isIt) {
        throw place.malformed("a header with another type in field " + input.field(), what);
      }
    }

    private void dataV1(boolean isStruct) {
      require(isStruct, "a structure");
      int[] found = numbers(4);
      values = found[0];
      encoding = found[1];
      levels = new LevelPlaces(found[3], found[2], 0, 0, true);
    }

    private void dictionary(boolean isStruct) {
      require(isStruct, "a structure");
      int[] found = numbers(2);
      values = found[0];
      encoding = found[1];
    }

    private void dataV2(boolean isStruct) {
      require(isStruct, "a structure");
      boolean isCompressed = true;
      int[] found = {MISSING, 0, 0, MISSING, MISSING, MISSING};
      int outer = input.begin();
      for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
        int field = input.field();
        if (field >= 1 && field <= found.length) {
          found[field - 1] = number(type == ThriftInput.I32);
        } else if (field == 7) {
          isCompressed = type == ThriftInput.TRUE;
          require(isCompressed || type == ThriftInput.FALSE, "a truth value");
        } else {
          input.skip(type);
        }
      }
      input.end(outer);
      values = found[0];
      encoding = found[3];
      requireCount(found[4], "bytes of definition levels");
      requireCount(found[5], "bytes of repetition levels");
      levels = new LevelPlaces(Encodings.RLE, Encodings.RLE, found[5], found[4], isCompressed);
    }

    /// The first numbers of a structure, whose other fields are skipped.
    private int[] numbers(int count) {
      int[] found = new int[count];
      Arrays.fill(found, MISSING);
      int outer = input.begin();
      for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
        int field = input.field();
        if (field >= 1 && field <= count) {
          found[field - 1] = number(type == ThriftInput.I32);
        } else {
          input.skip(type);
        }
      }
      input.end(outer);
      return found;
    }
  }

  /// How many bytes of levels there are before the values of a page of the second version.
  long levelBytes() {
    return (long) levels.repetitionBytes + levels.definitionBytes;
  }
}
