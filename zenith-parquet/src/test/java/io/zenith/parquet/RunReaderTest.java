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
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Runs and packs, against an encoder that works bit by bit.
final class RunReaderTest {
  private static final Place PLACE = new Place("file", "page");

  /// Numbers, and what they are encoded to.
  private static final class Encoded {
    private final byte[] bytes;
    private final int[] values;

    private Encoded(byte[] bytes, int... values) {
      this.bytes = bytes;
      this.values = values;
    }
  }

  /// Runs and packs of random lengths.
  private static Encoded encode(int bits, SplittableRandom random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int[] values = new int[0];
    for (int part = random.nextInt(1, 6); part > 0; part--) {
      boolean isPack = random.nextBoolean();
      int packs = random.nextInt(0, 20);
      int count = isPack ? 8 * packs : random.nextInt(0, 300);
      varint(out, isPack ? (packs << 1) | 1 : count << 1);
      int start = values.length;
      values = Arrays.copyOf(values, start + count);
      int same = number(bits, random);
      for (int i = start; i < values.length; i++) {
        values[i] = isPack ? number(bits, random) : same;
      }
      if (isPack) {
        out.writeBytes(pack(values, start, bits));
      } else {
        for (int shift = 0; shift < bits; shift += 8) {
          out.write(same >>> shift);
        }
      }
    }
    return new Encoded(out.toByteArray(), values);
  }

  private static int number(int bits, SplittableRandom random) {
    return bits == 0 ? 0 : random.nextInt() >>> (32 - bits);
  }

  private static byte[] pack(int[] values, int start, int bits) {
    byte[] packed = new byte[(values.length - start) * bits / 8];
    for (int i = start; i < values.length; i++) {
      for (int bit = 0; bit < bits; bit++) {
        if (((values[i] >>> bit) & 1) != 0) {
          int at = (i - start) * bits + bit;
          packed[at / 8] |= (byte) (1 << at % 8);
        }
      }
    }
    return packed;
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int left = value;
    for (; left >= 0x80; left >>>= 7) {
      out.write((left & 0x7F) | 0x80);
    }
    out.write(left);
  }

  /// Native memory of exactly these bytes.
  private static MemorySegment copy(Arena arena, byte... bytes) {
    return arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
  }

  @Test
  void allWidthsAreReadInPiecesOfAnySize() {
    Property.check(
        33 * 40,
        (random, number) -> {
          int bits = number % 33;
          Encoded encoded = encode(bits, random);
          try (Arena arena = Arena.ofConfined()) {
            RunReader reader = new RunReader(copy(arena, encoded.bytes), bits, PLACE);
            int[] found = new int[encoded.values.length];
            for (int done = 0; done < found.length; ) {
              int[] piece = new int[Math.min(found.length - done, random.nextInt(1, 100))];
              reader.read(piece, piece.length);
              System.arraycopy(piece, 0, found, done, piece.length);
              done += piece.length;
            }
            assertArrayEquals(encoded.values, found);
            assertThrows(MalformedDataException.class, () -> reader.read(new int[1], 1));
          }
        });
  }

  @Test
  void bitsAreWrittenWhereTheyBelong() {
    Property.check(
        100,
        (random, number) -> {
          Encoded encoded = encode(1, random);
          int count = encoded.values.length;
          int from = random.nextInt(20);
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = copy(arena, encoded.bytes);
            MemorySegment target = arena.allocate(Bitmaps.bytes(from + count) + 1).fill((byte) -1);
            new RunReader(source, 1, PLACE).readBits(target, from, count);
            for (int i = 0; i < from + count; i++) {
              assertEquals(i < from || encoded.values[i - from] == 1, Bitmaps.get(target, i));
            }
          }
        });
  }

  /// The last pack may be cut off behind the last number, and nothing else.
  @Test
  void everyCutGivesTheNumbersBeforeItOrAnError() {
    Property.check(
        33 * 4,
        (random, number) -> {
          int bits = number % 33;
          Encoded encoded = encode(bits, random);
          for (int length = 0; length < encoded.bytes.length; length++) {
            try (Arena arena = Arena.ofConfined()) {
              MemorySegment cut = copy(arena, Arrays.copyOf(encoded.bytes, length));
              RunReader reader = new RunReader(cut, bits, PLACE);
              int[] one = new int[1];
              int read = 0;
              try {
                while (read < encoded.values.length) {
                  reader.read(one, 1);
                  assertEquals(encoded.values[read++], one[0]);
                }
              } catch (MalformedDataException _) {
                // Where it was cut.
              }
            }
          }
        });
  }

  @Test
  void headsAreChecked() {
    try (Arena arena = Arena.ofConfined()) {
      assertThrows(
          MalformedDataException.class, () -> new RunReader(MemorySegment.NULL, 33, PLACE));
      MemorySegment endless = copy(arena, FileForge.bytes(-1, -1, -1, -1, -1, -1));
      RunReader head = new RunReader(endless, 1, PLACE);
      assertThrows(MalformedDataException.class, () -> head.read(new int[1], 1));
      MemorySegment large = copy(arena, FileForge.bytes(0xFE, 0xFF, 0xFF, 0xFF, 0x1F, 1));
      RunReader run = new RunReader(large, 1, PLACE);
      int[] ones = new int[5000];
      run.read(ones, ones.length);
      assertEquals(ones.length, Arrays.stream(ones).sum());
      MemorySegment wide = copy(arena, FileForge.bytes(2, 8));
      RunReader value = new RunReader(wide, 3, PLACE);
      assertThrows(MalformedDataException.class, () -> value.read(new int[1], 1));
    }
  }
}
