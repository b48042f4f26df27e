package io.zenith.csv;

import java.io.IOException;
import java.util.List;

/// What is known of a file before its records are read: enough to read any of them.
///
/// @param layout how records and fields lie in the text
/// @param columns the columns
/// @param index where the records are
/// @param nulls what means null
/// @param splits where the splits begin
@SuppressWarnings("ArrayRecordComponent") // never compared
record CsvFile(
    Layout layout, List<CsvColumn> columns, RecordIndex index, NullSpellings nulls, long[] splits) {

  /// The same file, with other types.
  CsvFile with(List<CsvColumn> others) {
    return new CsvFile(layout, others, index, nulls, splits);
  }

  /// Where a record begins in the text.
  long place(Text text, long record) throws IOException {
    return index.place(text, layout, record);
  }
}
