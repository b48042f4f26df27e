package io.zenith.csv;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.Arrays;

/// Where the records of a text are: a place between two records in each cell of equal size that has
/// one, and how many records come before it.
final class RecordIndex {
  private final long from;
  private final long end;
  private final long records;
  private final long skipped;
  private final long[] places;
  private final long[] before;
  private final String hash;

  /// An index that keeps the arrays.
  ///
  /// @param from where the first record may begin
  /// @param end where the text ends
  /// @param records how many there are
  /// @param skipped how many more there are that do not count
  /// @param places between records, in rising order, the first of them `from`
  /// @param before how many records come before each place
  /// @param hash of the text and of what makes records of it
  RecordIndex(
      long from, long end, long records, long skipped, long[] places, long[] before, String hash) {
    this.from = from;
    this.end = end;
    this.records = records;
    this.skipped = skipped;
    this.places = places;
    this.before = before;
    this.hash = hash;
  }

  /// Writes it, as [#read] reads it.
  void write(DataOutputStream out) throws IOException {
    out.writeLong(from);
    out.writeLong(end);
    out.writeLong(records);
    out.writeLong(skipped);
    out.writeUTF(hash);
    out.writeInt(places.length);
    for (int i = 0; i < places.length; i++) {
      out.writeLong(places[i]);
      out.writeLong(before[i]);
    }
  }

  /// Reads one that was written.
  ///
  /// @throws IOException if these are no bytes of an index
  static RecordIndex read(DataInputStream in) throws IOException {
    long from = in.readLong();
    long end = in.readLong();
    long records = in.readLong();
    long skipped = in.readLong();
    String hash = in.readUTF();
    int count = Findings.count(in, 2 * Long.BYTES);
    long[] places = new long[count];
    long[] before = new long[count];
    for (int i = 0; i < count; i++) {
      places[i] = in.readLong();
      before[i] = in.readLong();
    }
    if (from < 0 || skipped < 0 || !rises(from, places, end) || !rises(0, before, records)) {
      throw new StreamCorruptedException();
    }
    return new RecordIndex(from, end, records, skipped, places, before, hash);
  }

  /// Whether there are values, which begin with the first and never fall, up to an end.
  static boolean rises(long first, long[] values, long end) {
    long last = first;
    for (long value : values) {
      if (value < last) {
        return false;
      }
      last = value;
    }
    return values.length > 0 && values[0] == first && last <= end;
  }

  /// Where the first record may begin.
  long from() {
    return from;
  }

  /// Where the text ends.
  long end() {
    return end;
  }

  /// How many records there are.
  long records() {
    return records;
  }

  /// How many records were left out because they have another number of fields.
  long skipped() {
    return skipped;
  }

  /// What tells this text from others, and how it is read.
  String hash() {
    return hash;
  }

  /// Where a record begins, or blank lines or comments before it; the end behind the last one.
  ///
  /// @param layout of the text
  long place(Text text, Layout layout, long record) throws IOException {
    int found = Arrays.binarySearch(before, record);
    int cell = found >= 0 ? found : -found - 2;
    long offset = places[cell];
    long wanted = record - before[cell];
    if (wanted == 0) {
      return offset;
    }
    RecordScan scan = layout.scan(RecordState.START);
    int size = Math.clamp(end - offset, 1, layout.sizes().cell());
    byte[] bytes = new byte[size + Words.SLACK];
    try (Text.Cursor cursor = text.from(offset)) {
      while (true) {
        int read = cursor.read(bytes, 0, size);
        offset += scan.scan(bytes, 0, read, wanted);
        if (scan.records() == wanted || read < size) {
          return offset;
        }
      }
    }
  }
}
