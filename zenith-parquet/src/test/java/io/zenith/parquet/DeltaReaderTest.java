package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.arrow.schema.Place;
import io.zenith.error.MalformedDataException;
import io.zenith.testkit.Property;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// DELTA_BINARY_PACKED, against an encoder that works bit by bit.
final class DeltaReaderTest {
  private static final Place PLACE = new Place("file", "page");

  /// Numbers whose deltas need so many bits, mostly.
  private static long[] numbers(int bits, SplittableRandom random) {
    long[] numbers = new long[random.nextInt(0, 400)];
    long last = random.nextLong();
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = last;
      last += bits == 0 ? 3 : random.nextLong() >>> (64 - bits);
    }
    return numbers;
  }

  static byte[] encode(long[] numbers, int blockSize, int packs) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    varint(out, blockSize);
    varint(out, packs);
    varint(out, numbers.length);
    zigzag(out, numbers.length == 0 ? 0 : numbers[0]);
    int packSize = blockSize / packs;
    for (int start = 1; start < numbers.length; start += blockSize) {
      int end = Math.min(numbers.length, start + blockSize);
      long least = Long.MAX_VALUE;
      for (int i = start; i < end; i++) {
        least = Math.min(least, numbers[i] - numbers[i - 1]);
      }
      zigzag(out, least);
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      for (int pack = 0; pack < packs; pack++) {
        int from = start + pack * packSize;
        long[] deltas = new long[packSize];
        for (int i = 0; i < packSize && from + i < end; i++) {
          deltas[i] = numbers[from + i] - numbers[from + i - 1] - least;
        }
        int width =
            Arrays.stream(deltas)
                .map(d -> 64 - Long.numberOfLeadingZeros(d))
                .mapToInt(w -> (int) w)
                .max()
                .orElse(0);
        // What has no values may say anything.
        out.write(from < end ? width : 0xFF);
        if (from < end) {
          body.writeBytes(pack(deltas, width));
        }
      }
      out.writeBytes(body.toByteArray());
    }
    return out.toByteArray();
  }

  private static byte[] pack(long[] values, int width) {
    byte[] packed = new byte[values.length * width / 8];
    for (int i = 0; i < values.length; i++) {
      for (int bit = 0; bit < width; bit++) {
        if (((values[i] >>> bit) & 1) != 0) {
          int at = i * width + bit;
          packed[at / 8] |= (byte) (1 << at % 8);
        }
      }
    }
    return packed;
  }

  private static void zigzag(ByteArrayOutputStream out, long value) {
    varint(out, (value << 1) ^ (value >> 63));
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    BigInteger left = new BigInteger(Long.toUnsignedString(value));
    while (left.bitLength() > 7) {
      out.write((left.intValue() & 0x7F) | 0x80);
      left = left.shiftRight(7);
    }
    out.write(left.intValue());
  }

  private static MemorySegment copy(Arena arena, byte... bytes) {
    return arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
  }

  @Test
  void allWidthsAreReadInPiecesOfAnySize() {
    Property.check(
        65 * 10,
        (random, number) -> {
          long[] numbers = numbers(number % 65, random);
          int packs = 1 << random.nextInt(3);
          byte[] encoded = encode(numbers, 128 * random.nextInt(1, 3), packs);
          byte[] page = Arrays.copyOf(encoded, encoded.length + random.nextInt(20));
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = copy(arena, page);
            DeltaReader reader = new DeltaReader(bytes, PLACE);
            assertEquals(numbers.length, reader.total());
            long[] found = new long[numbers.length];
            for (int done = 0; done < found.length; ) {
              long[] piece = new long[Math.min(found.length - done, random.nextInt(1, 100))];
              reader.read(piece, piece.length);
              System.arraycopy(piece, 0, found, done, piece.length);
              done += piece.length;
            }
            assertArrayEquals(numbers, found);
            assertThrows(MalformedDataException.class, () -> reader.read(new long[1], 1));
            assertEquals(encoded.length, DeltaReader.end(bytes, PLACE));
          }
        });
  }

  @Test
  void everyCutGivesTheNumbersBeforeItOrAnError() {
    Property.check(
        65,
        (random, number) -> {
          long[] numbers = numbers(number, random);
          byte[] encoded = encode(numbers, 128, 4);
          int step = 1 + encoded.length / 500;
          for (int length = 0; length < encoded.length; length += step) {
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment cut = copy(arena, Arrays.copyOf(encoded, length));
              int read = 0;
              long[] one = new long[1];
              try {
                DeltaReader reader = new DeltaReader(cut, PLACE);
                while (read < numbers.length) {
                  reader.read(one, 1);
                  assertEquals(numbers[read++], one[0]);
                }
              } catch (MalformedDataException _) {
                // Where it was cut.
              }
            }
          }
        });
  }
}
