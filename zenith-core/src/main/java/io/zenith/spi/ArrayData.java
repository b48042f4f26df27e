package io.zenith.spi;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// One column of a record batch, in the layout of the Arrow columnar format (little-endian).
///
/// The buffers lie in native or mapped memory, never on the heap: a third kind of segment in a hot
/// loop would make it many times slower for good. They need no alignment.
///
/// Nobody has to trust them: whoever makes an `ArrayData` passes on what the file says, and the
/// core checks sizes when it gets it, and offsets, text and dictionary indices before a user sees
/// them.
///
/// @param type the type
/// @param length how many values
/// @param nullCount how many of them are null, or -1 if not known
/// @param buffers validity first (empty if nothing is null), then as Arrow's layout of the type has
///   it: values; offsets and bytes; offsets; nothing for structs and fixed-size lists
/// @param children the child columns of a nested type
/// @param dictionary the dictionary of a dictionary-encoded column
public record ArrayData(
    DataType type,
    long length,
    long nullCount,
    List<MemorySegment> buffers,
    List<ArrayData> children,
    Optional<DictionaryData> dictionary) {

  /// Copies the lists.
  public ArrayData {
    buffers = List.copyOf(buffers);
    children = List.copyOf(children);
  }
}
