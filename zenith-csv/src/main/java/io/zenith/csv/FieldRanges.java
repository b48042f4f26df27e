package io.zenith.csv;

/// Where the values of one column are in the text that was scanned, without their quotes, and which
/// of them are null.
final class FieldRanges {
  /// What a field is.
  static final byte PLAIN = 0;

  static final byte QUOTED = 1;
  static final byte NULL = 2;

  private final Dialect dialect;
  private final NullSpellings nulls;

  /// Whether a quoted field without a byte is a value.
  private final boolean emptyIsValue;

  private int[] from = {};
  private int[] to = {};
  private byte[] kinds = {};
  private byte[] text = {};
  private int count;

  FieldRanges(Dialect dialect, NullSpellings nulls, boolean isText) {
    this.dialect = dialect;
    this.nulls = nulls;
    this.emptyIsValue = isText && !nulls.hasEmpty();
  }

  /// Finds the fields of a column.
  ///
  /// @param first of the records
  void find(FieldScan scan, int column, int fields, int first, int count) {
    if (from.length < count) {
      from = new int[2 * count];
      to = new int[2 * count];
      kinds = new byte[2 * count];
    }
    this.text = scan.text();
    this.count = count;
    int[] places = scan.places();
    int stride = scan.stride();
    boolean isLast = column == fields - 1;
    int i = first * stride + column;
    for (int r = 0; r < count; r++, i += stride) {
      int begin = places[i] + 1;
      int end = places[i + 1];
      if (isLast && end > begin && text[end - 1] == Dialect.RETURN) {
        end--;
      }
      byte kind = PLAIN;
      if (end <= begin) {
        kind = NULL;
      } else if (text[begin] == (byte) dialect.quote() && dialect.quote() != Dialect.NONE) {
        begin++;
        end--;
        kind = begin == end && !emptyIsValue ? NULL : QUOTED;
      }
      from[r] = begin;
      to[r] = end;
      kinds[r] = kind;
    }
    if (nulls.hasWords()) {
      findNulls();
    }
  }

  private void findNulls() {
    for (int r = 0; r < count; r++) {
      if (kinds[r] != NULL && nulls.isNull(text, from[r], to[r])) {
        kinds[r] = NULL;
      }
    }
  }

  byte[] text() {
    return text;
  }

  int count() {
    return count;
  }

  /// The places of the first bytes.
  int[] from() {
    return from;
  }

  /// The places behind the last bytes.
  int[] to() {
    return to;
  }

  byte[] kinds() {
    return kinds;
  }
}
