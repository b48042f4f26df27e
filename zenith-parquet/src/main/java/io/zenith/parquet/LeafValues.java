package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// The values of a leaf, as they are read page by page.
interface LeafValues {

  /// Keeps the dictionary that the pages refer to.
  ///
  /// @param bytes of its page
  /// @param words memory that lasts until the last page is read, or, of words that are delivered,
  ///   as long as values
  void dictionary(Page page, MemorySegment bytes, SegmentAllocator words);

  /// Begins a data page in which values are that are there.
  ///
  /// @param bytes of these, encoded
  OfPage begin(Page page, MemorySegment bytes);

  /// The values of a data page, which are read once and in their order.
  interface OfPage {

    /// Passes over the next values.
    ///
    /// @param there how many of those that are there
    void skip(int there);

    /// Adds the next values.
    ///
    /// @param there how many are there
    /// @param from the first of their places
    void add(int there, long from);
  }

  /// Makes room for more places than were to come.
  ///
  /// @param places how many in all
  void reserve(int places);

  /// Moves the values that were added last apart, so that there is room for those that are null.
  ///
  /// @param there how many values
  /// @param places how many places they get, the nulls' among them
  /// @param validity which places they are
  /// @param from the first of the places
  void spread(int there, int places, MemorySegment validity, long from);

  /// The buffers of Arrow's layout, behind the validity. Of values that stay in a dictionary these
  /// are indices, and then the offsets and bytes of the dictionary. They have what was written, and
  /// nothing that was in the memory before.
  ///
  /// @param places how many places were added in all
  List<MemorySegment> buffers(int places);
}
