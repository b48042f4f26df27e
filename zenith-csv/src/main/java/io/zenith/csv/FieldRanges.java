package io.zenith.csv;

/// Where the values of one column are in the text that was scanned, without their quotes, and which
/// of them are null.
final class FieldRanges {
  private final Dialect dialect;
  private final NullSpellings nulls;

  /// Whether a quoted field without a byte is a value.
  private final boolean emptyIsValue;

  private byte[] text = {};
  private int[] places = {};
  private int first;
  private int step;
  private int count;

  /// Whether all fields are values without quotes, as nearly always: then nothing is copied.
  private boolean areBare;

  /// Of other fields, the place before each and its end; and what they are.
  private int[] own = {};

  private byte[] kinds = {};

  private static final byte PLAIN = 0;
  private static final byte QUOTED = 1;
  private static final byte NULL = 2;

  FieldRanges(Dialect dialect, NullSpellings nulls, boolean isText) {
    this.dialect = dialect;
    this.nulls = nulls;
    this.emptyIsValue = isText && !nulls.hasEmpty();
  }

  /// Finds the fields of a column.
  ///
  /// @param record the first of the records
  void find(FieldScan scan, int column, int fields, int record, int count) {
    this.text = scan.text();
    this.places = scan.places();
    this.step = scan.stride();
    this.first = record * step + scan.first(column);
    this.count = count;
    boolean isLast = column == fields - 1;
    areBare =
        scan.areFilled()
            && !nulls.hasWords()
            && !(isLast && scan.hasReturns())
            && !(scan.hasQuotes() && hasQuoted());
    if (!areBare) {
      copy(isLast);
    }
  }

  private boolean hasQuoted() {
    for (int i = 0, at = first; i < count; i++, at += step) {
      if (text[places[at] + 1] == (byte) dialect.quote()) {
        return true;
      }
    }
    return false;
  }

  private void copy(boolean isLast) {
    if (kinds.length < count) {
      own = new int[4 * count];
      kinds = new byte[2 * count];
    }
    for (int i = 0; i < count; i++) {
      int from = from(i);
      int to = to(i);
      if (isLast && to > from && text[to - 1] == Dialect.RETURN) {
        to--;
      }
      byte kind = PLAIN;
      if (to <= from) {
        kind = NULL;
      } else if (text[from] == (byte) dialect.quote() && dialect.quote() != Dialect.NONE) {
        from++;
        to--;
        kind = from == to && !emptyIsValue ? NULL : QUOTED;
      }
      if (nulls.hasWords() && kind != NULL && nulls.isNull(text, from, to)) {
        kind = NULL;
      }
      own[2 * i] = from - 1;
      own[2 * i + 1] = kind == NULL ? from : to;
      kinds[i] = kind;
    }
    places = own;
    first = 0;
    step = 2;
  }

  byte[] text() {
    return text;
  }

  int count() {
    return count;
  }

  /// Where fields are, for loops over many: one lies between the place [#at] it and the next place,
  /// and the next one [#step] places later.
  int[] places() {
    return places;
  }

  int at(int field) {
    return first + field * step;
  }

  int step() {
    return step;
  }

  /// The place of the first byte.
  int from(int field) {
    return places[at(field)] + 1;
  }

  /// The place behind the last byte; of nulls, not behind the first one.
  int to(int field) {
    return places[at(field) + 1];
  }

  boolean isNull(int field) {
    return !areBare && kinds[field] == NULL;
  }

  /// Whether it has quotes around it, so that quotes in it are doubled.
  boolean isQuoted(int field) {
    return !areBare && kinds[field] == QUOTED;
  }

  /// Whether no field is null, nor has quotes.
  boolean areBare() {
    return areBare;
  }
}
