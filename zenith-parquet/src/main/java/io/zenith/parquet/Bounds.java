package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/// Bounds of some values, each stored as one value in PLAIN without its length.
///
/// @param least none of the values is less
/// @param most none of the values is more
record Bounds(MemorySegment least, MemorySegment most) {
  /// What is kept of text as long as its dataset lives.
  private static final int MOST_BYTES = 64;

  /// Bounds of text that take little memory: what is too long is cut, and what is above it is the
  /// next that is as short. Nothing if there is none.
  Optional<Bounds> shortened() {
    if (most.byteSize() <= MOST_BYTES) {
      return Optional.of(new Bounds(head(least), most));
    }
    byte[] above = head(most).toArray(ValueLayout.JAVA_BYTE);
    int last = above.length - 1;
    while (last >= 0 && above[last] == -1) {
      last--;
    }
    if (last < 0) {
      return Optional.empty();
    }
    above[last]++;
    return Optional.of(
        new Bounds(head(least), MemorySegment.ofArray(Arrays.copyOf(above, last + 1))));
  }

  private static MemorySegment head(MemorySegment bytes) {
    return bytes.byteSize() <= MOST_BYTES
        ? bytes
        : MemorySegment.ofArray(bytes.asSlice(0, MOST_BYTES).toArray(ValueLayout.JAVA_BYTE));
  }
}
