package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;

/// Makes values of at most 64 bits of text. For one thread.
abstract sealed class ValueParser {

  /// Parses fields that are not null.
  ///
  /// @param values gets one for each field, as its lowest bits; of nulls, 0
  /// @return the first field that is no such value, or how many fields there are
  abstract int parse(FieldRanges fields, long[] values);

  /// `int8` to `int64`.
  static final class Signed extends ValueParser {
    private final PlainNumbers numbers;
    private final long least;
    private final long most;

    Signed(int bits, PlainNumbers numbers) {
      this.numbers = numbers;
      this.least = Long.MIN_VALUE >> (Long.SIZE - bits);
      this.most = ~least;
    }

    @Override
    int parse(FieldRanges fields, long[] values) {
      for (int first = 0; first < fields.count(); first += PlainNumbers.MOST) {
        int count = Math.min(fields.count() - first, PlainNumbers.MOST);
        numbers.readWhole(fields, first, count);
        numbers.parse();
        for (int i = 0; i < count; i++) {
          long minus = numbers.minus(i);
          long value = (numbers.magnitude(i) ^ -minus) + minus;
          if (!numbers.isPlain(i)) {
            value = 0;
            if (!fields.isNull(first + i)) {
              int from = fields.from(first + i);
              int to = fields.to(first + i);
              value = WholeNumbers.signed(fields.text(), from, to);
              boolean isNumber =
                  value != WholeNumbers.NOT_SIGNED || WholeNumbers.isLeast(fields.text(), from, to);
              if (!isNumber) {
                return first + i;
              }
            }
          }
          if (value < least || value > most) {
            return first + i;
          }
          values[first + i] = value;
        }
      }
      return fields.count();
    }
  }

  /// `uint8` to `uint64`.
  static final class Unsigned extends ValueParser {
    private final long most;

    Unsigned(int bits) {
      this.most = -1L >>> (Long.SIZE - bits);
    }

    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      for (int i = 0; i < fields.count(); i++) {
        long value = 0;
        if (!fields.isNull(i)) {
          value = WholeNumbers.unsigned(text, fields.from(i), fields.to(i));
          boolean isNumber =
              value != WholeNumbers.NOT_UNSIGNED
                  || WholeNumbers.isGreatest(text, fields.from(i), fields.to(i));
          if (!isNumber || Long.compareUnsigned(value, most) > 0) {
            return i;
          }
        }
        values[i] = value;
      }
      return fields.count();
    }
  }

  /// `double`.
  static final class Double64 extends ValueParser {
    private final PlainNumbers numbers;
    private final Doubles doubles = new Doubles();
    private final boolean given;

    /// @param given whether the type was given, so that `nan` and `inf` are values
    Double64(boolean given, PlainNumbers numbers) {
      this.numbers = numbers;
      this.given = given;
    }

    @Override
    int parse(FieldRanges fields, long[] values) {
      for (int first = 0; first < fields.count(); first += PlainNumbers.MOST) {
        int count = Math.min(fields.count() - first, PlainNumbers.MOST);
        numbers.read(fields, first, count);
        numbers.parse();
        if (numbers.divide(values, first)) {
          continue;
        }
        for (int i = 0; i < count; i++) {
          long value = 0;
          if (numbers.isPlain(i) && numbers.magnitude(i) <= Doubles.MOST_EXACT) {
            value =
                Doubles.exactBits(numbers.magnitude(i), numbers.decimals(i))
                    | numbers.minus(i) << 63;
          } else if (!fields.isNull(first + i)) {
            int from = fields.from(first + i);
            int to = fields.to(first + i);
            value = doubles.bits(fields.text(), from, to);
            if (value == Doubles.INVALID && given) {
              value = NonFinite.doubleBits(fields.text(), from, to);
            }
            // Where the type was found, numbers that it would round are none of the column.
            if (value == Doubles.INVALID
                || (!given && WholeNumbers.isTooLong(fields.text(), from, to))) {
              return first + i;
            }
          }
          values[first + i] = value;
        }
      }
      return fields.count();
    }
  }

  /// `float`.
  static final class Float32 extends ValueParser {
    private final Floats floats = new Floats();

    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      for (int i = 0; i < fields.count(); i++) {
        int value = 0;
        if (!fields.isNull(i)) {
          value = floats.bits(text, fields.from(i), fields.to(i));
          if (value == Floats.INVALID) {
            value = NonFinite.floatBits(text, fields.from(i), fields.to(i));
          }
          if (value == Floats.INVALID) {
            return i;
          }
        }
        values[i] = value;
      }
      return fields.count();
    }
  }

  /// `halffloat`.
  static final class Float16 extends ValueParser {
    private final Halves halves = new Halves();

    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      for (int i = 0; i < fields.count(); i++) {
        int value = 0;
        if (!fields.isNull(i)) {
          value = halves.bits(text, fields.from(i), fields.to(i));
          if (value == Halves.INVALID) {
            return i;
          }
        }
        values[i] = value;
      }
      return fields.count();
    }
  }

  /// `bool`.
  static final class Truth extends ValueParser {
    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      for (int i = 0; i < fields.count(); i++) {
        int value = 0;
        if (!fields.isNull(i)) {
          value = Booleans.value(text, fields.from(i), fields.to(i));
          if (value == Booleans.INVALID) {
            return i;
          }
        }
        values[i] = value;
      }
      return fields.count();
    }
  }

  /// `date32` and `date64`.
  static final class Day extends ValueParser {
    private final long unitsPerDay;

    Day(int bits) {
      this.unitsPerDay = bits == Integer.SIZE ? 1 : 86_400_000;
    }

    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      for (int i = 0; i < fields.count(); i++) {
        int value = 0;
        if (!fields.isNull(i)) {
          value = Dates.days(text, fields.from(i), fields.to(i));
          if (value == Dates.INVALID) {
            return i;
          }
        }
        values[i] = value * unitsPerDay;
      }
      return fields.count();
    }
  }

  /// `time32` and `time64`.
  static final class TimeOfDay extends ValueParser {
    private final Times times;

    TimeOfDay(TimeUnit unit) {
      this.times = new Times(unit);
    }

    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      for (int i = 0; i < fields.count(); i++) {
        long value = 0;
        if (!fields.isNull(i)) {
          value = times.value(text, fields.from(i), fields.to(i));
          if (value == Times.INVALID) {
            return i;
          }
        }
        values[i] = value;
      }
      return fields.count();
    }
  }

  /// `timestamp`: of a time zone only those with an offset from UTC, else only those without.
  static final class Instant extends ValueParser {
    private final Timestamps timestamps;
    private final boolean hasZone;

    Instant(DataType.Timestamp type) {
      this.timestamps = new Timestamps(type.unit());
      this.hasZone = type.zone().isPresent();
    }

    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      for (int i = 0; i < fields.count(); i++) {
        long value = 0;
        if (!fields.isNull(i)) {
          if (!timestamps.read(text, fields.from(i), fields.to(i)) || timestamps.utc() != hasZone) {
            return i;
          }
          value = timestamps.value();
        }
        values[i] = value;
      }
      return fields.count();
    }
  }
}
