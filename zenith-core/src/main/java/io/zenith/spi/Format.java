package io.zenith.spi;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;

/// A file format, such as Arrow IPC.
///
/// Implementations are found by [java.util.ServiceLoader], are immutable, and carry the format's
/// options as fields.
public interface Format {

  /// The name by which people know it, such as `arrow`.
  String name();

  /// What tells this format from others, and from itself with other options, as far as they change
  /// what is read: a name and a version, such as `csv/1`, and the options. Whoever keeps what was
  /// read of a file knows it again by this.
  ///
  /// @return nothing, the default, if nobody else may keep it
  default Optional<String> identity() {
    return Optional.empty();
  }

  /// Whether a file that begins with these bytes is surely of this format.
  ///
  /// @param head the first bytes of the file: 16, or all if it is shorter
  boolean matchesMagic(MemorySegment head);

  /// Whether a file of this name is likely of this format. Asked only if no format knows the magic.
  ///
  /// @param fileName the last part of the path
  boolean matchesName(String fileName);

  /// What the files of one dataset are together. Files that say their types themselves are what
  /// they are alone; in others, a value in one of them may change what those of all are.
  ///
  /// @param files those of sources of this format, in order
  /// @return the same files, perhaps with other types and splits
  default List<FileSummary> unite(List<FileSummary> files) {
    return files;
  }

  /// Opens one file.
  ///
  /// @param file the bytes
  /// @param memory native memory that lives as long as the file is open, for what splits share,
  ///   such as dictionaries. It is cleared, and counts in the loader's memory budget
  /// @throws IOException if the storage fails
  /// @throws io.zenith.error.MalformedDataException if the bytes contradict the format
  /// @throws io.zenith.error.UnsupportedDataException if they use what is not read
  DataSource open(InputFile file, SegmentAllocator memory) throws IOException;
}
