package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// The values of a leaf, as they are read page by page.
interface LeafValues {

  /// Keeps the dictionary that the pages refer to.
  ///
  /// @param bytes of its page
  void dictionary(Page page, MemorySegment bytes);

  /// Adds the values of a data page.
  ///
  /// @param bytes those that are there, encoded
  /// @param there how many these are
  /// @param places how many places they get, the nulls' among them
  /// @param validity which places they are
  /// @param from the first of the places
  void add(
      Page page, MemorySegment bytes, int there, int places, MemorySegment validity, long from);

  /// The buffers of Arrow's layout, behind the validity. Of values that stay in a dictionary these
  /// are indices, and then the offsets and bytes of the dictionary. They have what was written, and
  /// nothing that was in the memory before.
  ///
  /// @param places how many places were added in all
  List<MemorySegment> buffers(int places);
}
