package io.zenith.arrow;

import java.io.IOException;

/// Where the values of dictionaries go, before the columns that refer to them.
interface DictionaryTarget {

  /// Writes a dictionary, or more values of one.
  ///
  /// @param id which dictionary
  /// @param append whether these values come behind those written before
  /// @param values how many
  /// @param body the values as the only column
  void write(long id, boolean append, long values, WrittenBody body) throws IOException;

  /// Writes a whole dictionary that takes the place of all that was written under its number.
  ///
  /// @param id which dictionary
  /// @param values how many
  /// @param body the values as the only column
  void rewrite(long id, long values, WrittenBody body) throws IOException;
}
