package io.zenith.csv;

/// How records and fields lie in a text.
///
/// @param dialect which bytes mean what
/// @param fields how many a record has
/// @param ragged what becomes of records that have another number
/// @param mostFieldBytes what a field may have
/// @param sizes in what pieces the text is gone through
record Layout(Dialect dialect, int fields, Ragged ragged, long mostFieldBytes, Sizes sizes) {

  /// Whether the records of a part can be counted by who has not seen the beginning of the first:
  /// unless those that are ragged do not count.
  boolean countsInParts() {
    return ragged != Ragged.SKIP;
  }

  /// A scan that counts records from a place on.
  ///
  /// @param state that of the place
  RecordScan scan(int state) {
    return new RecordScan(dialect, state, countsInParts() ? 0 : fields);
  }
}
