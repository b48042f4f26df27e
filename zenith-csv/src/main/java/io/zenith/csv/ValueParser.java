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
    private final long least;
    private final long most;

    Signed(int bits) {
      this.least = Long.MIN_VALUE >> (Long.SIZE - bits);
      this.most = ~least;
    }

    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      int[] from = fields.from();
      int[] to = fields.to();
      byte[] kinds = fields.kinds();
      for (int i = 0; i < fields.count(); i++) {
        long value = 0;
        if (kinds[i] != FieldRanges.NULL) {
          value = WholeNumbers.signed(text, from[i], to[i]);
          boolean isNumber =
              value != WholeNumbers.NOT_SIGNED || WholeNumbers.isLeast(text, from[i], to[i]);
          if (!isNumber || value < least || value > most) {
            return i;
          }
        }
        values[i] = value;
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
      int[] from = fields.from();
      int[] to = fields.to();
      byte[] kinds = fields.kinds();
      for (int i = 0; i < fields.count(); i++) {
        long value = 0;
        if (kinds[i] != FieldRanges.NULL) {
          value = WholeNumbers.unsigned(text, from[i], to[i]);
          boolean isNumber =
              value != WholeNumbers.NOT_UNSIGNED || WholeNumbers.isGreatest(text, from[i], to[i]);
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
    private final Doubles doubles = new Doubles();
    private final boolean given;

    /// @param given whether the type was given, so that `nan` and `inf` are values
    Double64(boolean given) {
      this.given = given;
    }

    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      int[] from = fields.from();
      int[] to = fields.to();
      byte[] kinds = fields.kinds();
      for (int i = 0; i < fields.count(); i++) {
        long value = 0;
        if (kinds[i] != FieldRanges.NULL) {
          value = doubles.bits(text, from[i], to[i]);
          if (value == Doubles.INVALID && given) {
            value = NonFinite.doubleBits(text, from[i], to[i]);
          }
          if (value == Doubles.INVALID) {
            return i;
          }
        }
        values[i] = value;
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
      int[] from = fields.from();
      int[] to = fields.to();
      byte[] kinds = fields.kinds();
      for (int i = 0; i < fields.count(); i++) {
        int value = 0;
        if (kinds[i] != FieldRanges.NULL) {
          value = floats.bits(text, from[i], to[i]);
          if (value == Floats.INVALID) {
            value = NonFinite.floatBits(text, from[i], to[i]);
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

  /// `bool`.
  static final class Truth extends ValueParser {
    @Override
    int parse(FieldRanges fields, long[] values) {
      byte[] text = fields.text();
      int[] from = fields.from();
      int[] to = fields.to();
      byte[] kinds = fields.kinds();
      for (int i = 0; i < fields.count(); i++) {
        int value = 0;
        if (kinds[i] != FieldRanges.NULL) {
          value = Booleans.value(text, from[i], to[i]);
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
      int[] from = fields.from();
      int[] to = fields.to();
      byte[] kinds = fields.kinds();
      for (int i = 0; i < fields.count(); i++) {
        int value = 0;
        if (kinds[i] != FieldRanges.NULL) {
          value = Dates.days(text, from[i], to[i]);
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
      int[] from = fields.from();
      int[] to = fields.to();
      byte[] kinds = fields.kinds();
      for (int i = 0; i < fields.count(); i++) {
        long value = 0;
        if (kinds[i] != FieldRanges.NULL) {
          value = times.value(text, from[i], to[i]);
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
      int[] from = fields.from();
      int[] to = fields.to();
      byte[] kinds = fields.kinds();
      for (int i = 0; i < fields.count(); i++) {
        long value = 0;
        if (kinds[i] != FieldRanges.NULL) {
          if (!timestamps.read(text, from[i], to[i]) || timestamps.utc() != hasZone) {
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
