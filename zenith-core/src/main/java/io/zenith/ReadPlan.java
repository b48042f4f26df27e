package io.zenith;

import io.zenith.internal.ByteSize;
import java.util.Locale;
import java.util.OptionalLong;

/// What a loader that reads a dataset once takes from its files: what there is of the columns that
/// are selected and of those of the filter, and what is left of it when files have been asked what
/// they know about their values.
///
/// What is left holds all rows that the filter keeps, and others; less is read of the columns that
/// only are selected, since these are read where the filter has kept a row.
///
/// @param all what there is
/// @param byFooters what is left by what footers say: other splits are never read
/// @param byIndexes what is left besides by what else files have, such as page indexes,
///   dictionaries and Bloom filters, which are read for that
public record ReadPlan(Amount all, Amount byFooters, Amount byIndexes) {

  /// Parts of files.
  ///
  /// @param files of how many files something is read
  /// @param splits of how many splits
  /// @param rows how many rows
  /// @param bytes how many bytes these have as they are stored, if the format says it. Of a split
  ///   of which some rows are read they are taken to be as large a part as the rows are
  public record Amount(long files, long splits, long rows, OptionalLong bytes) {

    /// Counts and size, such as `1 file, 2 splits, 20,000 rows, 1.5 MiB`.
    @Override
    public String toString() {
      return count(files, "file")
          + ", "
          + count(splits, "split")
          + ", "
          + count(rows, "row")
          + (bytes.isPresent() ? ", " + ByteSize.text(bytes.getAsLong()) : "");
    }

    private static String count(long number, String noun) {
      return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }
  }

  /// What there is, and what is left, in three lines.
  @Override
  public String toString() {
    return "in all: " + all + "\nleft by footers: " + byFooters + "\nleft by indexes: " + byIndexes;
  }
}
