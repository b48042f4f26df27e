package io.zenith.s3;

import io.zenith.spi.FilePart;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// One request for bytes of an object, and where they go.
///
/// @param offset first byte
/// @param length how many bytes, at least one
/// @param parts what is wanted of them, in rising order; nobody wants what lies between
record RangeRequest(long offset, long length, List<FilePart> parts) {
  /// What is asked for at a time at most: what has to be asked for again when a request fails, and
  /// few enough for several requests to share the wire.
  static final long MOST_BYTES = 8 << 20;

  /// What a request costs in bytes: some of the processor, of the server's patience, and of money.
  static final long MOST_GAP = 64 << 10;

  RangeRequest {
    parts = List.copyOf(parts);
  }

  /// The requests for some parts: those that lie close together are one, and large ones several.
  static List<RangeRequest> of(List<FilePart> wanted) {
    List<FilePart> pieces = new ArrayList<>();
    wanted.forEach(part -> addPieces(part, pieces));
    pieces.sort(Comparator.comparingLong(FilePart::offset));
    List<RangeRequest> requests = new ArrayList<>();
    List<FilePart> together = new ArrayList<>();
    long begin = 0;
    long end = 0;
    for (FilePart piece : pieces) {
      boolean isClose = piece.offset() - end <= MOST_GAP && piece.end() - begin <= MOST_BYTES;
      if (!together.isEmpty() && !isClose) {
        requests.add(new RangeRequest(begin, end - begin, together));
        together.clear();
      }
      if (together.isEmpty()) {
        begin = piece.offset();
        end = begin;
      }
      together.add(piece);
      end = Math.max(end, piece.end());
    }
    if (!together.isEmpty()) {
      requests.add(new RangeRequest(begin, end - begin, together));
    }
    return requests;
  }

  /// Cuts what is larger than a request into pieces of about one size.
  private static void addPieces(FilePart part, List<FilePart> pieces) {
    long size = part.target().byteSize();
    long count = Math.ceilDiv(size, MOST_BYTES);
    for (long i = 0; i < count; i++) {
      long from = size * i / count;
      long to = size * (i + 1) / count;
      pieces.add(new FilePart(part.offset() + from, part.target().asSlice(from, to - from)));
    }
  }

  /// The place behind the last byte.
  long end() {
    return offset + length;
  }

  /// Puts bytes where they are wanted.
  ///
  /// @param at the place of the first of them in the object
  /// @param count how many of the array
  void put(long at, byte[] bytes, int count) {
    MemorySegment source = MemorySegment.ofArray(bytes);
    for (FilePart part : parts) {
      long from = Math.max(at, part.offset());
      long to = Math.min(at + count, part.end());
      if (from < to) {
        MemorySegment.copy(
            source,
            ValueLayout.JAVA_BYTE,
            from - at,
            part.target(),
            ValueLayout.JAVA_BYTE,
            from - part.offset(),
            to - from);
      }
    }
  }

  /// As HTTP writes it.
  @Override
  public String toString() {
    return "bytes=" + offset + "-" + (end() - 1);
  }
}
