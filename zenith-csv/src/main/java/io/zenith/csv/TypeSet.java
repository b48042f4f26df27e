package io.zenith.csv;

import io.zenith.schema.TimeUnit;

/// The types that hold all values seen so far of a column. Which they are does not depend on the
/// order in which the values were seen. For one thread.
final class TypeSet {
  /// Of seconds, also where more of them are zeros.
  private static final int MOST_DECIMALS = 6;

  private final PlainNumbers numbers;
  private final Doubles doubles = new Doubles();
  private final Timestamps timestamps = new Timestamps(TimeUnit.MICROSECOND);
  private int types = FoundTypes.OF_NONE.types();
  private boolean hasValues;

  /// @param numbers may be used by others, too
  TypeSet(PlainNumbers numbers) {
    this.numbers = numbers;
  }

  /// Whether only text is left.
  boolean isText() {
    return types == 0;
  }

  /// Leaves out types that do not hold all of these values.
  void add(FieldRanges fields) {
    for (int first = 0; first < fields.count() && types != 0; first += PlainNumbers.MOST) {
      int count = Math.min(fields.count() - first, PlainNumbers.MOST);
      if ((types & FoundTypes.INT64) != 0) {
        numbers.readWhole(fields, first, count);
        add(fields, first, count, FoundTypes.INT64 | FoundTypes.DOUBLE);
      } else if ((types & FoundTypes.DOUBLE) != 0) {
        numbers.read(fields, first, count);
        add(fields, first, count, FoundTypes.DOUBLE);
      } else {
        for (int i = first; i < first + count; i++) {
          add(fields, i);
        }
      }
    }
  }

  /// @param plain the types of plain numbers
  private void add(FieldRanges fields, int first, int count, int plain) {
    boolean arePlain = numbers.arePlain();
    if (arePlain) {
      hasValues = true;
      types &= plain;
    }
    for (int i = 0; i < count && !arePlain; i++) {
      if (numbers.isPlain(i)) {
        hasValues = true;
        types &= plain;
      } else {
        add(fields, first + i);
      }
    }
  }

  private void add(FieldRanges fields, int field) {
    if (!fields.isNull(field)) {
      hasValues = true;
      types &= of(fields.text(), fields.from(field), fields.to(field));
    }
  }

  /// What was found.
  FoundTypes found() {
    return new FoundTypes(types, hasValues);
  }

  /// The types that hold a value, as far as they are in question.
  private int of(byte[] text, int from, int to) {
    int found = 0;
    if ((types & (FoundTypes.INT64 | FoundTypes.DOUBLE)) != 0) {
      found = number(text, from, to);
    }
    if (found != 0) {
      return found;
    }
    if ((types & FoundTypes.BOOL) != 0 && Booleans.value(text, from, to) != Booleans.INVALID) {
      return FoundTypes.BOOL;
    }
    if ((types & FoundTypes.DATE) != 0 && Dates.days(text, from, to) != Dates.INVALID) {
      return FoundTypes.DATE;
    }
    boolean isTimestamp =
        (types & (FoundTypes.TIMESTAMP | FoundTypes.TIMESTAMP_UTC)) != 0
            && timestamps.read(text, from, to)
            && timestamps.decimals() <= MOST_DECIMALS;
    if (isTimestamp) {
      return timestamps.utc() ? FoundTypes.TIMESTAMP_UTC : FoundTypes.TIMESTAMP;
    }
    return 0;
  }

  /// A whole number that 64 bits do not hold is none of both: a `double` would round it.
  private int number(byte[] text, int from, int to) {
    if ((types & FoundTypes.INT64) != 0) {
      boolean isWhole =
          WholeNumbers.signed(text, from, to) != WholeNumbers.NOT_SIGNED
              || WholeNumbers.isLeast(text, from, to);
      if (isWhole) {
        return FoundTypes.INT64 | FoundTypes.DOUBLE;
      }
    }
    if (doubles.bits(text, from, to) == Doubles.INVALID) {
      return 0;
    }
    return WholeNumbers.isTooLong(text, from, to) ? 0 : FoundTypes.DOUBLE;
  }
}
