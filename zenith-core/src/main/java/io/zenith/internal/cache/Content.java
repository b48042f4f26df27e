package io.zenith.internal.cache;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// What an entry is to keep.
///
/// @param parts the parts of what is kept, in order
/// @param structure what the parts are
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Content(List<MemorySegment> parts, byte[] structure) {

  /// How much a part takes of what is kept: the next one begins behind that.
  public static long aligned(long bytes) {
    return Math.ceilDiv(bytes, EntryFormat.ALIGNMENT) * EntryFormat.ALIGNMENT;
  }

  /// How long the file of an entry with this is.
  long size(CacheKey key) {
    long size = (long) EntryFormat.HEAD + structure.length + key.text().length;
    for (MemorySegment part : parts) {
      size += aligned(part.byteSize());
    }
    return size;
  }
}
