package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is wrong is named, with its place; what is unusual and right is read.
class RefusalTest {
  private static final int MEBI = 1 << 20;

  static List<Codec> codecs() {
    return Decompressors.CODECS;
  }

  static List<Codec> lz4Codecs() {
    return Decompressors.LZ4_FRAME;
  }

  private static byte[] text(int size) {
    return Samples.of(5, size, new SplittableRandom(6));
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] skippable(int size) {
    return ByteBuffer.allocate(8 + size)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0x184D2A57)
        .putInt(size)
        .array();
  }

  /// One of many cases: some from a mapping too.
  private static byte[] decompress(Codec codec, int size, int number, byte... compressed)
      throws CorruptDataException {
    return number % 13 == 0
        ? Samples.decompress(codec, size, compressed)
        : Samples.decompressInMemory(codec, size, compressed);
  }

  private static void refuses(Codec codec, int size, String message, byte... compressed) {
    CorruptDataException e =
        assertThrows(CorruptDataException.class, () -> Samples.decompress(codec, size, compressed));
    assertEquals(message, e.getMessage());
    assertEquals(
        message, "offset " + e.offset() + ": found " + e.found() + ", expected " + e.expected());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void severalFramesAndFramesToSkip(Codec codec) throws CorruptDataException {
    byte[] one = text(100_000);
    byte[] two = Samples.of(4, 70_000, new SplittableRandom(7));
    byte[] all =
        join(
            skippable(0),
            Samples.compress(codec, one),
            Samples.compress(codec),
            skippable(1000),
            Samples.compress(codec, two),
            skippable(3));
    assertArrayEquals(join(one, two), Samples.decompress(codec, 170_000, all));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void whatIsNotOfTheDeclaredSize(Codec codec) {
    byte[] compressed = Samples.compress(codec, text(1000));
    String end = "offset " + compressed.length + ": found ";
    refuses(codec, 1001, end + "the end after 1000 bytes, expected 1001 bytes", compressed);
    CorruptDataException more =
        assertThrows(CorruptDataException.class, () -> Samples.decompress(codec, 999, compressed));
    assertEquals("a frame of 1000 bytes", more.found());
    assertEquals("at most 999", more.expected());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void anythingBehindTheLastFrame(Codec codec) {
    byte[] frame = Samples.compress(codec, text(1000));
    for (int more = 1; more < 12; more++) {
      byte[] longer = Arrays.copyOf(frame, frame.length + more);
      CorruptDataException e =
          assertThrows(CorruptDataException.class, () -> Samples.decompress(codec, 1000, longer));
      assertEquals(frame.length, e.offset());
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void everyCut(Codec codec) {
    byte[] frame = Samples.compress(codec, text(2000));
    for (int length = 0; length < frame.length; length++) {
      byte[] shorter = Arrays.copyOf(frame, length);
      int number = length;
      CorruptDataException e =
          assertThrows(CorruptDataException.class, () -> decompress(codec, 2000, number, shorter));
      assertTrue(e.offset() <= length, e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void everyByteInverted(Codec codec) {
    byte[] bytes = text(3000);
    for (byte[] frame : Others.compress(codec, bytes)) {
      for (int i = 0; i < frame.length; i++) {
        byte[] broken = frame.clone();
        broken[i] = (byte) ~broken[i];
        try {
          decompress(codec, bytes.length, i, broken);
        } catch (CorruptDataException e) {
          assertTrue(e.offset() <= broken.length, e.getMessage());
        }
      }
    }
  }

  /// Where the format has checksums, no change of one bit goes unnoticed.
  @ParameterizedTest
  @MethodSource("codecs")
  void everyBitOfWhatHasAChecksum(Codec codec) {
    byte[] bytes = text(1000);
    byte[] frame = Others.compress(codec, bytes).get(codec == Codec.zstd() ? 2 : 1);
    for (int bit = 0; bit < 8 * frame.length; bit++) {
      byte[] broken = frame.clone();
      broken[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        assertArrayEquals(bytes, decompress(codec, bytes.length, bit, broken));
      } catch (CorruptDataException _) {
        // noticed
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void aConstantColumnMayShrinkManyTimes(Codec codec) throws CorruptDataException {
    byte[] zeros = new byte[16 * MEBI];
    byte[] compressed = Samples.compress(codec, zeros);
    int ratio = codec == Codec.zstd() ? 10_000 : 200;
    assertTrue(compressed.length < zeros.length / ratio, () -> compressed.length + " bytes");
    assertArrayEquals(zeros, Samples.decompress(codec, zeros.length, compressed));
  }

  @ParameterizedTest
  @MethodSource("lz4Codecs")
  void bombsOfLz4AreRefusedBeforeTheyGoOff(Codec lz4) {
    byte[] bomb = Samples.compress(lz4, new byte[16 * MEBI]);
    refuses(lz4, 10, "offset 15: found a frame of 16777216 bytes, expected at most 10", bomb);
  }

  @Test
  void bombsOfZstandardAreRefusedBeforeTheyGoOff() {
    byte[] zstd = Samples.compress(Codec.zstd(), new byte[16 * MEBI]);
    CorruptDataException e =
        assertThrows(CorruptDataException.class, () -> Samples.decompress(Codec.zstd(), 10, zstd));
    assertEquals("a frame of 16777216 bytes", e.found());
  }

  /// A frame that does not say how much it gives: 16 blocks of 128 KB from 4 bytes each.
  @Test
  void bombsThatDoNotSaySo() throws CorruptDataException {
    ByteBuffer zstd = ByteBuffer.allocate(6 + 16 * 4).order(ByteOrder.LITTLE_ENDIAN);
    zstd.putInt(0xFD2FB528).put((byte) 0).put((byte) 0x38);
    for (int i = 0; i < 16; i++) {
      zstd.putInt((128 << 10) << 3 | 1 << 1 | (i == 15 ? 1 : 0));
    }
    assertArrayEquals(new byte[2 * MEBI], Samples.decompress(Codec.zstd(), 2 * MEBI, zstd.array()));
    refuses(
        Codec.zstd(),
        2 * MEBI - 1,
        "offset 0: found a frame of more bytes, expected at most 2097151",
        zstd.array());
    refuses(
        Codec.zstd(), 0, "offset 0: found a frame of more bytes, expected at most 0", zstd.array());
  }

  /// The head of an LZ4 frame with the right checksum.
  private static byte[] lz4Head(int flags, int sizes, byte... more) {
    byte[] hashed = join(new byte[] {(byte) flags, (byte) sizes}, more);
    int hash = XXHashFactory.safeInstance().hash32().hash(hashed, 0, hashed.length, 0);
    return join(new byte[] {4, 0x22, 0x4D, 0x18}, hashed, new byte[] {(byte) (hash >>> 8)});
  }

  /// A frame of one block.
  static byte[] lz4Block(int... bytes) {
    ByteBuffer block = ByteBuffer.allocate(8 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    block.putInt(bytes.length);
    for (int b : bytes) {
      block.put((byte) b);
    }
    return join(lz4Head(0x60, 0x40), block.array());
  }

  @ParameterizedTest
  @MethodSource("lz4Codecs")
  void sequencesOfLz4ByHand(Codec lz4) throws CorruptDataException {
    assertArrayEquals(new byte[] {7, 8}, Samples.decompress(lz4, 2, lz4Block(0x20, 7, 8)));
    assertArrayEquals(
        new byte[] {7, 7, 7, 7, 7, 9},
        Samples.decompress(lz4, 6, lz4Block(0x10, 7, 1, 0, 0x10, 9)));
    refuses(
        lz4, 6, "offset 13: found a match 2 bytes back, expected 1 to 1", lz4Block(0x10, 7, 2, 0));
    refuses(
        lz4, 6, "offset 13: found a match 0 bytes back, expected 1 to 1", lz4Block(0x10, 7, 0, 0));
    refuses(
        lz4,
        6,
        "offset 12: found 5 literals, expected at most the 1 bytes of the block",
        lz4Block(0x50, 7));
    refuses(
        lz4,
        6,
        "offset 15: found 7 bytes more, expected at most 5 more in this block",
        lz4Block(0x13, 7, 1, 0));
    refuses(
        lz4,
        5,
        "offset 15: found the end of a block inside a sequence, expected the rest of it",
        lz4Block(0x10, 7, 1, 0));
    refuses(
        lz4,
        5,
        "offset 14: found the end of a block inside a sequence, expected the rest of it",
        lz4Block(0x10, 7, 1));
  }

  /// Matches reach back over blocks that are linked, and never into the frame before.
  @ParameterizedTest
  @MethodSource("lz4Codecs")
  void linkedBlocks(Codec lz4) throws CorruptDataException {
    ByteBuffer blocks = ByteBuffer.allocate(18).order(ByteOrder.LITTLE_ENDIAN);
    blocks.putInt(3 | 1 << 31).put((byte) 1).put((byte) 2).put((byte) 3);
    blocks.putInt(3).put((byte) 0).put((byte) 3).put((byte) 0);
    byte[] body = Arrays.copyOf(blocks.array(), 14);
    // The block ends with a sequence that has literals only, so add one.
    byte[] ended = join(body, new byte[] {0x10, 9}, new byte[4]);
    ended[7] = 5;
    byte[] linked = join(lz4Head(0x40, 0x40), ended);
    byte[] independent = join(lz4Head(0x60, 0x40), ended);
    byte[] expected = {1, 2, 3, 1, 2, 3, 1, 9};
    assertArrayEquals(expected, Samples.decompress(lz4, 8, linked));
    refuses(lz4, 8, "offset 19: found a match 3 bytes back, expected 1 to 0", independent);
    byte[] acrossFrames =
        join(
            Samples.compress(lz4, text(100)),
            lz4Head(0x40, 0x40),
            new byte[] {5, 0, 0, 0, 0, 3, 0, 0x10, 9, 0, 0, 0, 0});
    CorruptDataException e =
        assertThrows(CorruptDataException.class, () -> Samples.decompress(lz4, 105, acrossFrames));
    assertEquals("a match 3 bytes back", e.found());
  }

  @ParameterizedTest
  @MethodSource("lz4Codecs")
  void headsOfLz4(Codec lz4) {
    refuses(
        lz4,
        1,
        "offset 0: found a legacy frame, expected an LZ4 frame, 0x184d2204",
        new byte[] {2, 0x21, 0x4C, 0x18});
    refuses(
        lz4,
        1,
        "offset 0: found 0xfd2fb528, expected an LZ4 frame, 0x184d2204",
        Samples.compress(Codec.zstd(), text(1)));
    refuses(
        lz4,
        1,
        "offset 10: found a frame that needs dictionary 258, expected a frame without"
            + " dictionary",
        lz4Head(0x61, 0x40, (byte) 2, (byte) 1, (byte) 0, (byte) 0));
    refuses(
        lz4,
        1,
        "offset 6: found flags 0xa0, expected version 1 of LZ4 frames",
        lz4Head(0xA0, 0x40));
    refuses(
        lz4,
        1,
        "offset 6: found block size code 0x30, expected 0x40, 0x50, 0x60 or 0x70",
        lz4Head(0x60, 0x30));
    byte[] head = lz4Head(0x60, 0x40);
    head[6]++;
    refuses(lz4, 1, "offset 6: found a wrong checksum of the header, expected 0x82", head);
    refuses(
        lz4,
        1,
        "offset 11: found a block of 65537 bytes, expected at most 65536",
        join(lz4Head(0x60, 0x40), new byte[] {1, 0, 1, 0}));
    refuses(
        lz4,
        1,
        "offset 15: found a frame of 18446744073709551615 bytes, expected at most 1",
        lz4Head(
            0x68, 0x40, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1,
            (byte) -1));
    refuses(
        lz4,
        2,
        "offset 24: found the end of a frame after 1 bytes, expected 2 bytes, as its header"
            + " says",
        join(
            lz4Head(
                0x68, 0x40, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0,
                (byte) 0),
            new byte[] {1, 0, 0, -128, 5, 0, 0, 0, 0}));
  }

  @ParameterizedTest
  @MethodSource("lz4Codecs")
  void checksumsOfLz4(Codec lz4) {
    byte[] bytes = text(100);
    byte[] frame = Others.compress(lz4, bytes).get(1);
    byte[] content = frame.clone();
    content[frame.length - 1]++;
    CorruptDataException e =
        assertThrows(CorruptDataException.class, () -> Samples.decompress(lz4, 100, content));
    assertEquals(frame.length - 4, e.offset());
    assertTrue(e.found().startsWith("checksum of the content 0x"), e.getMessage());
    byte[] block = frame.clone();
    block[frame.length - 9]++;
    e = assertThrows(CorruptDataException.class, () -> Samples.decompress(lz4, 100, block));
    assertEquals(frame.length - 12, e.offset());
    assertTrue(e.found().startsWith("checksum of a block 0x"), e.getMessage());
  }

  @Test
  void headsOfZstandard() {
    Codec zstd = Codec.zstd();
    refuses(
        zstd,
        1,
        "offset 0: found 0x184d2204, expected a Zstandard frame, 0xfd2fb528",
        Samples.compress(Codec.lz4Frame(), text(1)));
    byte[] head = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};
    refuses(
        zstd,
        1,
        "offset 5: found a reserved bit in the frame header, expected 0",
        join(head, new byte[] {0x28, 1}));
    refuses(
        zstd,
        1,
        "offset 9: found a block of type 3 and 0 bytes, expected type 0 to 2 and at most"
            + " 131072 bytes",
        join(head, new byte[] {0x20, 1, 7, 0, 0}));
    refuses(
        zstd,
        1,
        "offset 14: found a frame of 18446744073709551615 bytes, expected at most 1",
        join(head, new byte[] {(byte) 0xC0, 0x50, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0, 0}));
    refuses(
        zstd,
        100,
        "offset 0: found a damaged frame: Data corruption detected, expected a Zstandard"
            + " frame",
        join(head, new byte[] {0x20, 100, 5 << 3 | 2 << 1 | 1, 0, 0, 9, 9, 9, 9, 9}));
  }

  @Test
  void dictionariesOfZstandard() {
    byte[] dictionary = text(5000);
    try (ZstdDictCompress plain = new ZstdDictCompress(dictionary, 1);
        ZstdCompressCtx context = new ZstdCompressCtx()) {
      context.loadDict(plain);
      byte[] frame = context.compress(Arrays.copyOf(dictionary, 1000));
      // A dictionary without a number is not named in the frame; one with a number is.
      CorruptDataException e =
          assertThrows(
              CorruptDataException.class, () -> Samples.decompress(Codec.zstd(), 1000, frame));
      assertEquals(0, e.offset());
    }
    byte[] named = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0x21, 77, 1, 9, 0, 0, 5};
    refuses(
        Codec.zstd(),
        1,
        "offset 6: found a frame that needs dictionary 77, expected a frame without dictionary",
        named);
  }
}
