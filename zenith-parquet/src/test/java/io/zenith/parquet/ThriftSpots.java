package io.zenith.parquet;

import java.util.ArrayList;
import java.util.List;

/// Where the numbers, sizes and heads of fields lie in a structure of Thrift's compact protocol,
/// which is sound.
final class ThriftSpots {
  private final byte[] bytes;
  private final List<Spot> found = new ArrayList<>();
  private int at;

  private ThriftSpots(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /// A place that can be changed without the rest being read in another way.
  ///
  /// @param from its first byte
  /// @param end behind its last one
  /// @param isNumber whether it is a number; else a head, a size or text
  record Spot(int from, int end, boolean isNumber) {}

  /// The spots of a structure, and where it ends.
  record Struct(List<Spot> spots, int end) {}

  /// Walks through a structure.
  static Struct of(byte[] bytes, int from) {
    ThriftSpots walk = new ThriftSpots(bytes, from);
    walk.skip(12);
    return new Struct(List.copyOf(walk.found), walk.at);
  }

  private int next() {
    return bytes[at++] & 0xFF;
  }

  private long varint(boolean isNumber) {
    int from = at;
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = next();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        found.add(new Spot(from, at, isNumber));
        return value;
      }
    }
  }

  private void skip(int type) {
    switch (type) {
      case 1, 2 -> {}
      case 3 -> at++;
      case 4, 5, 6 -> varint(true);
      case 7 -> at += 8;
      case 8 -> {
        int length = (int) varint(false);
        if (length > 0) {
          found.add(new Spot(at, at + 1, false));
        }
        at += length;
      }
      case 9, 10 -> list();
      case 12 -> struct();
      default -> throw new IllegalStateException("type " + type + " at byte " + at);
    }
  }

  private void struct() {
    while (true) {
      found.add(new Spot(at, at + 1, false));
      int head = next();
      if (head == 0) {
        return;
      }
      if (head >>> 4 == 0) {
        varint(false);
      }
      skip(head & 0xF);
    }
  }

  private void list() {
    found.add(new Spot(at, at + 1, false));
    int head = next();
    long size = head >>> 4 == 0xF ? varint(false) : head >>> 4;
    for (long i = 0; i < size; i++) {
      if ((head & 0xF) <= 2) {
        at++;
      } else {
        skip(head & 0xF);
      }
    }
  }
}
