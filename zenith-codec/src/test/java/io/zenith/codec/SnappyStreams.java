package io.zenith.codec;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/// Writes elements of Snappy, of kinds that no compressor makes too, and what they stand for.
final class SnappyStreams {
  private final ByteArrayOutputStream elements = new ByteArrayOutputStream();
  private byte[] bytes = new byte[1 << 10];
  private int size;

  /// A stream of many elements of all kinds.
  ///
  /// @param bits how many bits the size has, at most and about
  static SnappyStreams random(int bits, SplittableRandom random) {
    SnappyStreams stream = new SnappyStreams();
    int most = 1 << random.nextInt(4, bits);
    int literals = 1 + random.nextInt(8);
    while (stream.size < most) {
      if (stream.size == 0 || random.nextInt(10) < literals) {
        stream.literal(random);
      } else {
        stream.match(random);
      }
    }
    return stream;
  }

  private void literal(SplittableRandom random) {
    int length = 1 + random.nextInt(1 << random.nextInt(random.nextInt(20) == 0 ? 17 : 7));
    byte[] literal = new byte[length];
    random.nextBytes(literal);
    literal(random.nextInt(5), literal);
  }

  /// A literal.
  ///
  /// @param lengthBytes how many bytes its length should have, if they are enough
  SnappyStreams literal(int lengthBytes, byte... literal) {
    int number = literal.length - 1;
    int least = number < 60 ? 0 : (39 - Integer.numberOfLeadingZeros(number)) / 8;
    int more = Math.max(lengthBytes, least);
    elements.write((more == 0 ? number : 59 + more) << 2);
    little(number, more);
    elements.writeBytes(literal);
    for (byte value : literal) {
      add(value);
    }
    return this;
  }

  private void match(SplittableRandom random) {
    int distance = 1 + random.nextInt(Math.min(size, 1 << random.nextInt(1, 20)));
    int kind = random.nextInt(1, 4);
    if (kind == 1 && distance < 1 << 11) {
      match(1, distance, 4 + random.nextInt(8));
    } else {
      int length = 1 + random.nextInt(1 << random.nextInt(7));
      match(distance < 1 << 16 && kind < 3 ? 2 : 3, distance, length);
    }
  }

  /// A match of a kind that can have this distance and length.
  SnappyStreams match(int kind, int distance, int length) {
    if (kind == 1) {
      elements.write(1 | (length - 4) << 2 | distance >>> 8 << 5);
      little(distance, 1);
    } else {
      elements.write(kind | (length - 1) << 2);
      little(distance, kind == 2 ? 2 : 4);
    }
    for (int i = 0; i < length; i++) {
      add(bytes[size - distance]);
    }
    return this;
  }

  private void little(int number, int count) {
    for (int i = 0; i < count; i++) {
      elements.write(number >>> (8 * i));
    }
  }

  private void add(byte value) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    bytes[size++] = value;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, size);
  }

  /// The stream, which begins with the size.
  byte[] compressed() {
    return data(size, elements.toByteArray());
  }

  /// A size, and elements.
  static byte[] data(long size, byte... elements) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    long left = size;
    while (left > 0x7F) {
      all.write((int) left | 0x80);
      left >>>= 7;
    }
    all.write((int) left);
    all.writeBytes(elements);
    return all.toByteArray();
  }
}
