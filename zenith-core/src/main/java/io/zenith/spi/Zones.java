package io.zenith.spi;

import java.util.List;

/// What a file says about the values of one column of a split without their being read: bounds for
/// consecutive parts of its rows, such as the pages of a Parquet file.
///
/// Bounds need not be values of the column: text may be cut short, and then need not be UTF-8.
/// `NaN` is outside of all bounds, and as a bound says nothing; -0.0 and 0.0 are the same. Nobody
/// has to trust bounds more than the values themselves: a file that lies about them hides rows from
/// filters.
///
/// @param zones the parts in order, from row 0 to the end of the split, without gaps
/// @param least a value a zone, of the column's type, or of that of the values where these are in a
///   dictionary or in runs: none of the values there is less; null where that is not known
/// @param most a value a zone, of the same type: none of the values there is more; null where that
///   is not known
public record Zones(List<Zone> zones, ArrayData least, ArrayData most) {

  /// Copies the list.
  public Zones {
    zones = List.copyOf(zones);
  }

  /// One part.
  ///
  /// @param rows its rows, counted within the split
  /// @param nulls how many values are null, those inside of null structs among them, or -1 if that
  ///   is not known
  public record Zone(RowRange rows, long nulls) {}
}
