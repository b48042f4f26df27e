package io.zenith.spi;

import java.util.List;

/// The values that dictionary indices refer to: those of the parts, one after the other.
///
/// A dictionary that grows has a part for each time it has grown. A record batch from before that
/// sees less of it, so `length` says how many values its indices may mean. Formats give the same
/// parts again as long as it is the same dictionary: it is checked once, and joined once.
///
/// @param parts the values, all of one type; at least one part
/// @param length how many of them there are for the indices, counted from the first
public record DictionaryData(List<ArrayData> parts, long length) {

  /// Copies the list, if it can change.
  public DictionaryData {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("no parts; at least one");
    }
  }

  /// The values of a dictionary of one part, as batches are delivered to writers and bridges.
  ///
  /// @throws IllegalStateException if it has more parts
  public ArrayData values() {
    if (parts.size() > 1) {
      throw new IllegalStateException("a dictionary of " + parts.size() + " parts");
    }
    return parts.getFirst();
  }

  /// A dictionary of one part.
  public static DictionaryData of(ArrayData values) {
    return new DictionaryData(List.of(values), values.length());
  }
}
