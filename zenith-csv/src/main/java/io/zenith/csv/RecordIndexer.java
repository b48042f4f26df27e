package io.zenith.csv;

import io.zenith.error.MalformedDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/// Goes through a text once and finds where its records are.
///
/// A part of a text can be gone through only by who knows whether it begins between quotes. All
/// parts are gone through at the same time, each from the state that its first quotes make likely;
/// then from part to part it is looked up whether that was so, and where it was not, the part is
/// gone through again. So the result is that of one pass from beginning to end.
final class RecordIndexer {
  private final Text text;
  private final Layout layout;
  private final int cell;
  private final int cells;
  private final long partBytes;
  private final long from;
  private final String meaning;

  /// How many records do not count: only who goes through a text in sequence leaves any out.
  private long skipped;

  /// @param from where the first record may begin
  /// @param meaning what else the hash depends on
  RecordIndexer(Text text, Layout layout, long from, String meaning) {
    this.text = text;
    this.layout = layout;
    this.cell = layout.sizes().cell();
    this.cells = layout.sizes().cells();
    this.partBytes = (long) cell * cells;
    this.from = from;
    this.meaning = meaning;
  }

  /// One part that was gone through.
  ///
  /// @param assumed the state before it
  /// @param after the state behind it
  /// @param bytes how many it has
  /// @param records how many ended in it
  /// @param isLastWhole whether what has been begun is one more, if the text ends here
  /// @param places between records, one for each cell that has any
  /// @param before how many records ended in the part before each of them
  /// @param checksums of the cells
  private record Part(
      int assumed,
      int after,
      long bytes,
      long records,
      boolean isLastWhole,
      LongBuffer places,
      LongBuffer before,
      ByteBuffer checksums) {}

  /// Finds all records.
  ///
  /// @throws MalformedDataException if quoted text never ends
  RecordIndex index() throws IOException {
    List<Part> parts = text.isSequential() || !layout.countsInParts() ? inSequence() : sideBySide();
    RecordIndex index = join(parts);
    if (parts.getLast().after == RecordState.QUOTED) {
      long ended = index.records() - (parts.getLast().isLastWhole ? 1 : 0);
      long begin = index.place(text, layout, ended);
      throw new MalformedDataException(
          Lines.place(text, begin), "a quote that is never closed", "another one");
    }
    return index;
  }

  private List<Part> inSequence() throws IOException {
    List<Part> parts = new ArrayList<>();
    RecordScan scan = layout.scan(RecordState.START);
    try (Text.Cursor cursor = text.from(from)) {
      Part part;
      int number = 0;
      do {
        part = scan(scan, cursor, begin(number), end(number));
        parts.add(part);
      } while (begin(number) + part.bytes == end(number++));
    }
    skipped = scan.skipped();
    return parts;
  }

  private List<Part> sideBySide() throws IOException {
    int count =
        Math.toIntExact(Math.max(1, Math.ceilDiv(text.size(), partBytes) - from / partBytes));
    Part[] parts = new Part[count];
    Parallel.run(count, text, i -> parts[i] = scan(i, i == 0 ? RecordState.START : guess(i)));
    for (int i = 1; i < count; i++) {
      if (parts[i].assumed != parts[i - 1].after) {
        parts[i] = scan(i, parts[i - 1].after);
      }
    }
    return List.of(parts);
  }

  private long begin(int number) {
    return number == 0 ? from : (from / partBytes + number) * partBytes;
  }

  private long end(int number) {
    return (from / partBytes + number + 1) * partBytes;
  }

  private Part scan(int number, int state) throws IOException {
    long begin = begin(number);
    try (Text.Cursor cursor = text.from(begin)) {
      return scan(layout.scan(state), cursor, begin, Math.min(text.size(), end(number)));
    }
  }

  private Part scan(RecordScan scan, Text.Cursor cursor, long begin, long end) throws IOException {
    int assumed = scan.state();
    long first = scan.records();
    long[] places = new long[cells];
    long[] before = new long[cells];
    ByteBuffer checksums = ByteBuffer.allocate(cells * Integer.BYTES);
    int count = 0;
    byte[] bytes = new byte[(int) Math.min(cell, end - begin) + Words.SLACK];
    CRC32C checksum = new CRC32C();
    long at = begin;
    int read;
    int wanted;
    do {
      wanted = (int) Math.min(cell - at % cell, end - at);
      read = cursor.read(bytes, 0, wanted);
      int place = 0;
      if (scan.state() != RecordState.START) {
        place = scan.scan(bytes, 0, read, scan.records() + 1);
      }
      if (scan.state() == RecordState.START) {
        places[count] = at + place;
        before[count++] = scan.records() - first;
      }
      scan.scan(bytes, place, read);
      checksum.reset();
      checksum.update(bytes, 0, read);
      checksums.putInt((int) checksum.getValue());
      at += read;
    } while (at < end && read == wanted);
    return new Part(
        assumed,
        scan.state(),
        at - begin,
        scan.records() - first,
        scan.isWhole(),
        LongBuffer.wrap(places, 0, count),
        LongBuffer.wrap(before, 0, count),
        checksums.flip());
  }

  /// The state in which a part is likely to begin: that in which its first quotes are where they
  /// should be.
  private int guess(int number) throws IOException {
    byte[] bytes = new byte[cell + 1 + Words.SLACK];
    int read;
    try (Text.Cursor cursor = text.from(begin(number) - 1)) {
      read = cursor.read(bytes, 0, cell + 1);
    }
    int outside = layout.dialect().behind(bytes[0]);
    RecordScan apart = layout.scan(outside);
    RecordScan quoted = layout.scan(RecordState.QUOTED);
    apart.scan(bytes, 1, read);
    quoted.scan(bytes, 1, read);
    return quoted.strays() < apart.strays() ? RecordState.QUOTED : outside;
  }

  private RecordIndex join(List<Part> parts) {
    int count = parts.stream().mapToInt(part -> part.places.remaining()).sum();
    long[] places = new long[count];
    long[] before = new long[count];
    MessageDigest digest = sha256();
    digest.update(meaning.getBytes(StandardCharsets.UTF_8));
    long records = 0;
    long end = from;
    int next = 0;
    for (Part part : parts) {
      for (int i = 0; i < part.places.remaining(); i++) {
        places[next] = part.places.get(i);
        before[next++] = records + part.before.get(i);
      }
      digest.update(part.checksums.duplicate());
      records += part.records;
      end += part.bytes;
    }
    records += parts.getLast().isLastWhole ? 1 : 0;
    String hash = HexFormat.of().formatHex(digest.digest());
    return new RecordIndex(from, end, records, skipped, places, before, hash);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
