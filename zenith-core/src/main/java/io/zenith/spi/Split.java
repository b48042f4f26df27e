package io.zenith.spi;

import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The smallest part of a file that can be read by itself: a record batch, a row group, a byte
/// range.
///
/// A split is an immutable value without resources. Its `toString` names file and part, for errors.
public interface Split {

  /// How many rows it has.
  long rows();

  /// An upper bound for the memory that one read takes from the request's buffers, in bytes; 0
  /// where nothing is copied because the columns are views of a mapping. Where the file does not
  /// say it, such as of words that a dictionary repeats, an estimate: a read that takes more fails
  /// if the budget has no room for it then. Some of the columns never take more than all of them.
  ///
  /// @param columns what is to be read of columns
  long decodedBytes(List<Projection> columns);

  /// How many bytes of the file these columns are, as they are stored; nothing where the file does
  /// not say it, or not of single columns.
  ///
  /// @param columns what is meant of columns
  default OptionalLong storedBytes(List<Projection> columns) {
    return OptionalLong.empty();
  }

  /// What tells this split's content from another's, such as a hash of the footer and its number.
  /// It depends on the bytes of the file only, and on which keys there are for them, not on where
  /// the file is.
  String identity();

  /// Whether reading a few rows costs about as much as those rows, and not as the whole split.
  boolean randomAccess();

  /// What the file's footer says about the values of a column, for which nothing has to be read any
  /// more: mostly one zone.
  ///
  /// @param path the column, as a place in the schema, then the places of fields in structs
  /// @param memory for the bounds
  /// @return nothing if the footer says nothing
  default Optional<Zones> zones(List<Integer> path, SegmentAllocator memory) {
    return Optional.empty();
  }

  /// How its columns are stored, as far as the footer says it; nothing where there is nothing to
  /// see, as in formats that store columns as they are.
  default List<StoredColumn> storedColumns() {
    return List.of();
  }
}
