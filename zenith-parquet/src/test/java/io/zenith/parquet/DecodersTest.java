package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.arrow.schema.Place;
import io.zenith.error.MalformedDataException;
import io.zenith.testkit.Property;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// The decoders of values, against encoders that are as plain as can be, whole and cut at every
/// byte.
final class DecodersTest {
  private static final Place PLACE = new Place("file", "page");
  private static final int BATCHES = 2 * IndexReader.BATCH + 100;

  /// Random values, some of which begin as the one before.
  private static List<byte[]> values(int count, int width, SplittableRandom random) {
    List<byte[]> values = new ArrayList<>();
    byte[] last = new byte[0];
    for (int i = 0; i < count; i++) {
      byte[] value = new byte[width >= 0 ? width : random.nextInt(12)];
      random.nextBytes(value);
      int same = random.nextInt(Math.min(last.length, value.length) + 1);
      System.arraycopy(last, 0, value, 0, same);
      values.add(value);
      last = value;
    }
    return values;
  }

  private static byte[] joined(List<byte[]> values) {
    return FileForge.joined(values.toArray(byte[][]::new));
  }

  private static byte[] lengths(List<Integer> lengths) {
    return DeltaReaderTest.encode(lengths.stream().mapToLong(Integer::longValue).toArray(), 128, 4);
  }

  private static byte[] plain(List<byte[]> values) {
    return joined(values.stream().map(FileForge::sized).toList());
  }

  private static byte[] deltaLengths(List<byte[]> values) {
    return FileForge.joined(
        lengths(values.stream().map(value -> value.length).toList()), joined(values));
  }

  private static byte[] prefixes(List<byte[]> values) {
    List<Integer> prefixes = new ArrayList<>();
    List<byte[]> suffixes = new ArrayList<>();
    byte[] last = new byte[0];
    for (byte[] value : values) {
      int prefix = Arrays.mismatch(last, value);
      prefix = prefix < 0 ? value.length : prefix;
      prefixes.add(prefix);
      suffixes.add(Arrays.copyOfRange(value, prefix, value.length));
      last = value;
    }
    return FileForge.joined(lengths(prefixes), deltaLengths(suffixes));
  }

  private static byte[] split(List<byte[]> values, int width) {
    byte[] split = new byte[values.size() * width];
    for (int i = 0; i < values.size(); i++) {
      for (int stream = 0; stream < width; stream++) {
        split[stream * values.size() + i] = values.get(i)[stream];
      }
    }
    return split;
  }

  private static byte[] deltas(List<byte[]> values, int width) {
    return DeltaReaderTest.encode(
        values.stream()
            .map(value -> ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN))
            .mapToLong(value -> width == 4 ? value.getInt() : value.getLong())
            .toArray(),
        128,
        2);
  }

  /// Of 16 bits, in packs.
  private static byte[] indices(List<Integer> indices) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(16);
    for (int start = 0; start < indices.size(); start += 8) {
      out.write(3);
      for (int i = start; i < start + 8; i++) {
        int index = i < indices.size() ? indices.get(i) : 0;
        out.write(index);
        out.write(index >>> 8);
      }
    }
    return out.toByteArray();
  }

  private static MemorySegment copy(Arena arena, byte... bytes) {
    return arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
  }

  private static String hex(List<byte[]> values) {
    return HexFormat.of().formatHex(joined(values));
  }

  private static void verifyFixed(
      List<byte[]> values,
      int width,
      byte[] encoded,
      SplittableRandom random,
      Function<MemorySegment, FixedDecoder> decoder) {
    int count = values.size();
    assertEquals(hex(values), fixed(count, width, encoded, random, decoder));
    int step = 1 + encoded.length / 40;
    for (int length = random.nextInt(step); length < encoded.length; length += step) {
      byte[] cut = Arrays.copyOf(encoded, length);
      String found;
      try {
        found = fixed(count, width, cut, random, decoder);
      } catch (MalformedDataException _) {
        continue;
      }
      assertEquals(hex(values), found, "cut to " + length);
    }
  }

  private static String fixed(
      int count,
      int width,
      byte[] encoded,
      SplittableRandom random,
      Function<MemorySegment, FixedDecoder> decoder) {
    int offset = random.nextInt(5);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(offset + (long) count * width);
      FixedDecoder reader = decoder.apply(copy(arena, encoded));
      int first = random.nextInt(count + 1);
      reader.read(first, target, offset);
      reader.read(count - first, target, offset + (long) first * width);
      byte[] bytes = target.asSlice(offset).toArray(ValueLayout.JAVA_BYTE);
      return HexFormat.of().formatHex(bytes);
    }
  }

  private static void verifyBytes(
      List<byte[]> values,
      byte[] encoded,
      SplittableRandom random,
      Function<MemorySegment, BytesDecoder> decoder) {
    List<String> expected = values.stream().map(HexFormat.of()::formatHex).toList();
    assertEquals(expected, texts(values.size(), encoded, random, decoder));
    int step = 1 + encoded.length / 40;
    for (int length = random.nextInt(step); length < encoded.length; length += step) {
      byte[] cut = Arrays.copyOf(encoded, length);
      List<String> found;
      try {
        found = texts(values.size(), cut, random, decoder);
      } catch (MalformedDataException _) {
        continue;
      }
      assertEquals(expected, found, "cut to " + length);
    }
  }

  private static List<String> texts(
      int count,
      byte[] encoded,
      SplittableRandom random,
      Function<MemorySegment, BytesDecoder> by) {
    try (Arena arena = Arena.ofConfined()) {
      BytesTarget target = new BytesTarget(count, random.nextInt(20), arena, PLACE);
      BytesDecoder reader = by.apply(copy(arena, encoded));
      int first = random.nextInt(count + 1);
      reader.read(first, target);
      reader.read(count - first, target);
      List<String> found = new ArrayList<>();
      byte[] bytes = target.bytes().toArray(ValueLayout.JAVA_BYTE);
      for (int i = 0; i < count; i++) {
        int from = target.offsets.get(Numbers.INT, 4L * i);
        int end = target.offsets.get(Numbers.INT, 4L * i + 4);
        found.add(HexFormat.of().formatHex(bytes, from, end));
      }
      return found;
    }
  }

  @Test
  void valuesOfOneWidth() {
    Property.check(
        120,
        (random, number) -> {
          int width = new int[] {1, 2, 4, 8, 12, 16}[number % 6];
          int count = number < 6 ? BATCHES : random.nextInt(200);
          List<byte[]> values = values(count, width, random);
          byte[] plain = joined(values);
          verifyFixed(values, width, plain, random, bytes -> new PlainFixed(bytes, width, PLACE));
          verifyFixed(
              values,
              width,
              split(values, width),
              random,
              bytes -> new SplitFixed(bytes, width, PLACE));
          verifyFixed(
              values,
              width,
              prefixes(values),
              random,
              bytes -> new DeltaBytesFixed(bytes, width, PLACE));
          if (width == 4 || width == 8) {
            verifyFixed(
                values,
                width,
                deltas(values, width),
                random,
                bytes -> new DeltaFixed(bytes, width, PLACE));
          }
        });
  }

  @Test
  void valuesOfAnyLength() {
    Property.check(
        60,
        (random, number) -> {
          int count = number == 0 ? BATCHES : random.nextInt(200);
          List<byte[]> values = values(count, -1, random);
          verifyBytes(values, plain(values), random, bytes -> new PlainBytes(bytes, PLACE));
          verifyBytes(
              values, deltaLengths(values), random, bytes -> new DeltaLengthBytes(bytes, PLACE));
          verifyBytes(values, prefixes(values), random, bytes -> new DeltaBytes(bytes, PLACE));
        });
  }

  @Test
  void wordsOfDictionaries() {
    Property.check(
        60,
        (random, number) -> {
          int width = new int[] {1, 4, 8, 12}[number % 4];
          int size = random.nextInt(1, 500);
          int count = number < 4 ? BATCHES : random.nextInt(200);
          List<byte[]> fixed = values(size, width, random);
          List<byte[]> words = values(size, -1, random);
          List<Integer> indices = random.ints(count, 0, size).boxed().toList();
          byte[] encoded = indices(indices);
          try (Arena arena = Arena.ofConfined()) {
            FixedDictionary numbers = new FixedDictionary(size, copy(arena, joined(fixed)), width);
            verifyFixed(
                indices.stream().map(fixed::get).toList(),
                width,
                encoded,
                random,
                bytes -> numbers.decoder(bytes, PLACE));
            MemorySegment page = copy(arena, plain(words));
            BytesTarget texts =
                new BytesTarget(size, page.byteSize() + BytesTarget.SLACK, arena, PLACE);
            new PlainBytes(page, PLACE).read(size, texts);
            BytesDictionary text = new BytesDictionary(texts);
            verifyBytes(
                indices.stream().map(words::get).toList(),
                encoded,
                random,
                bytes -> text.decoder(bytes, PLACE));
            byte[] beyond = indices(List.of(size));
            assertThrows(
                MalformedDataException.class,
                () -> fixed(1, width, beyond, random, bytes -> numbers.decoder(bytes, PLACE)));
          }
        });
  }
}
