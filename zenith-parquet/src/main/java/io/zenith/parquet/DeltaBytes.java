package io.zenith.parquet;

import java.lang.foreign.MemorySegment;

/// Values of which those bytes are left out that the value before begins with: encoding
/// DELTA_BYTE_ARRAY.
final class DeltaBytes implements BytesDecoder {
  private static final int BATCH = 1024;

  private final MemorySegment values;
  private final Place place;
  private final int[] prefixes;
  private final int[] suffixes;
  private int next;
  private long at;

  /// @param most how many values there may be
  DeltaBytes(MemorySegment values, int most, Place place) {
    this.values = values;
    this.place = place;
    DeltaReader prefix = new DeltaReader(values, place);
    this.prefixes = lengths(prefix, most, place);
    MemorySegment rest = values.asSlice(prefix.end());
    DeltaReader suffix = new DeltaReader(rest, place);
    this.suffixes = lengths(suffix, most, place);
    this.at = prefix.end() + suffix.end();
    if (prefixes.length != suffixes.length) {
      throw place.malformed(
          suffixes.length + " lengths", prefixes.length + ", as many as of prefixes");
    }
  }

  /// Reads all lengths.
  static int[] lengths(DeltaReader reader, int most, Place place) {
    if (reader.total() > most) {
      throw place.malformed(reader.total() + " lengths", "at most " + most);
    }
    int[] lengths = new int[reader.total()];
    long[] batch = new long[BATCH];
    for (int done = 0; done < lengths.length; ) {
      int size = Math.min(BATCH, lengths.length - done);
      reader.read(batch, size);
      for (int i = 0; i < size; i++) {
        if (batch[i] < 0 || batch[i] > Integer.MAX_VALUE) {
          throw place.malformed("a length of " + batch[i], "0 to 2^31 - 1");
        }
        lengths[done + i] = (int) batch[i];
      }
      done += size;
    }
    return lengths;
  }

  @Override
  public void read(int count, BytesTarget target) {
    if (count > prefixes.length - next) {
      throw place.malformed(prefixes.length - next + " values", Integer.toString(count));
    }
    for (int i = 0; i < count; i++, next++) {
      int before = next == 0 ? 0 : target.lastLength();
      if (prefixes[next] > before) {
        throw place.malformed("a prefix of " + prefixes[next] + " bytes", "at most " + before);
      }
      if (suffixes[next] > values.byteSize() - at) {
        throw place.malformed(
            "a suffix of " + suffixes[next] + " bytes", "at most " + (values.byteSize() - at));
      }
      if (prefixes[next] > 0) {
        target.appendPrefix(prefixes[next]);
      }
      target.append(values, at, suffixes[next]);
      target.end();
      at += suffixes[next];
    }
  }
}
