package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Cuts values of encoding DELTA_BYTE_ARRAY: how many bytes of the value before one begins with,
/// and where the others are.
final class PrefixReader {
  private final MemorySegment values;
  private final DeltaLengths prefixes;
  private final DeltaLengths suffixes;
  private final Place place;
  private long end;
  private int prefix;
  private int suffix;

  PrefixReader(MemorySegment values, Place place) {
    this.values = values;
    this.place = place;
    this.prefixes = new DeltaLengths(values, place);
    long at = DeltaReader.end(values, place);
    MemorySegment rest = values.asSlice(at);
    this.suffixes = new DeltaLengths(rest, place);
    this.end = at + DeltaReader.end(rest, place);
    if (prefixes.left() != suffixes.left()) {
      throw place.malformed(
          suffixes.left() + " lengths", prefixes.left() + ", as many as of prefixes");
    }
  }

  /// Goes to the next value.
  ///
  /// @param before how long the value before is
  void next(int before) {
    prefix = prefixes.next();
    suffix = suffixes.next();
    if (prefix > before) {
      throw place.malformed("a prefix of " + prefix + " bytes", "at most " + before);
    }
    if (suffix > values.byteSize() - end) {
      throw place.malformed(
          "a suffix of " + suffix + " bytes", "at most " + (values.byteSize() - end));
    }
    end += suffix;
  }

  /// How many bytes are those of the value before.
  int prefix() {
    return prefix;
  }

  /// How many bytes follow them.
  int suffix() {
    return suffix;
  }

  /// Where these are.
  long from() {
    return end - suffix;
  }
}
