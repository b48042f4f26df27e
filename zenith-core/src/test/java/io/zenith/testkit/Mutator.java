package io.zenith.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Breaks files: bits and bytes flipped, numbers made extreme, parts cut, copied and spliced.
public final class Mutator implements Mutations.Source {
  private static final long[] EXTREMES = {
    0,
    1,
    -1,
    2,
    7,
    8,
    63,
    64,
    127,
    128,
    255,
    256,
    65535,
    65536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 31,
    1L << 32,
    1L << 40,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE / 8,
    -8
  };

  private final List<byte[]> files;

  /// Breaks these files.
  ///
  /// @param files sound ones
  public Mutator(List<byte[]> files) {
    this.files = files;
  }

  /// A broken file.
  @Override
  public byte[] next(SplittableRandom random) {
    byte[] file = any(random).clone();
    // Mostly one: what a second breaks is seldom reached.
    do {
      file = mutate(file, random);
    } while (file.length > 0 && random.nextInt(3) == 0);
    return file;
  }

  private byte[] any(SplittableRandom random) {
    return files.get(random.nextInt(files.size()));
  }

  private byte[] mutate(byte[] file, SplittableRandom random) {
    int at = place(file, random);
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> file[at] ^= (byte) (1 << random.nextInt(8));
      case 3, 4 -> file[at] = (byte) random.nextInt();
      case 5, 6, 7, 8 -> extreme(file, at, random);
      case 9 -> Arrays.fill(file, at, end(file, at, random), (byte) (random.nextInt(2) * -1));
      case 10 -> copy(file, file, at, random);
      case 11 -> copy(any(random), file, at, random);
      case 12 -> relate(file, at, random);
      case 13 -> {
        return Arrays.copyOf(file, at);
      }
      case 14 -> {
        return cut(file, at, random);
      }
      default -> {
        return insert(file, at, random);
      }
    }
    return file;
  }

  /// Half of the places are in the footer, or in the last part of it.
  private static int place(byte[] file, SplittableRandom random) {
    int near = Math.min(file.length, 1 + random.nextInt(file.length));
    return switch (random.nextInt(4)) {
      case 0 -> file.length - 1 - random.nextInt(near);
      case 1 -> file.length - 1 - random.nextInt(Math.min(file.length, 600));
      case 2 -> random.nextInt(Math.min(file.length, 600));
      default -> random.nextInt(file.length);
    };
  }

  private static int end(byte[] file, int at, SplittableRandom random) {
    return Math.min(file.length, at + 1 + random.nextInt(64));
  }

  /// A number of the width and at the alignment of numbers in metadata, offsets and values.
  private static void extreme(byte[] file, int at, SplittableRandom random) {
    long value = EXTREMES[random.nextInt(EXTREMES.length)];
    if (random.nextInt(4) == 0) {
      value = file.length + (long) random.nextInt(-16, 17);
    }
    put(file, at, value, random);
  }

  /// A number near the one that stands there.
  private static void relate(byte[] file, int at, SplittableRandom random) {
    int start = at / 4 * 4;
    if (start + 4 <= file.length) {
      ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
      bytes.putInt(start, bytes.getInt(start) + random.nextInt(-9, 10));
    }
  }

  private static void put(byte[] file, int at, long value, SplittableRandom random) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int width = 1 << (1 + random.nextInt(3));
    int start = at / width * width;
    if (start + width > file.length) {
      return;
    }
    switch (width) {
      case 2 -> bytes.putShort(start, (short) value);
      case 4 -> bytes.putInt(start, (int) value);
      default -> bytes.putLong(start, value);
    }
  }

  private static void copy(byte[] source, byte[] file, int at, SplittableRandom random) {
    int from = random.nextInt(source.length);
    int length = Math.min(end(file, at, random) - at, source.length - from);
    System.arraycopy(source, from, file, at, length);
  }

  /// Without some bytes in the middle.
  private static byte[] cut(byte[] file, int at, SplittableRandom random) {
    int end = end(file, at, random);
    byte[] shorter = new byte[file.length - (end - at)];
    System.arraycopy(file, 0, shorter, 0, at);
    System.arraycopy(file, end, shorter, at, file.length - end);
    return shorter;
  }

  /// With some bytes of a file in the middle.
  private byte[] insert(byte[] file, int at, SplittableRandom random) {
    byte[] source = any(random);
    int from = random.nextInt(source.length);
    int length = Math.min(1 + random.nextInt(64), source.length - from);
    byte[] longer = new byte[file.length + length];
    System.arraycopy(file, 0, longer, 0, at);
    System.arraycopy(source, from, longer, at, length);
    System.arraycopy(file, at, longer, at + length, file.length - at);
    return longer;
  }
}
