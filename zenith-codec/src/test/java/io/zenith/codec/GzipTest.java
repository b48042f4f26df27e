package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Members of gzip: all that a header may have, and what is wrong with them.
class GzipTest {
  private static final Decompressor GZIP = Decompressor.gzip();
  private static final byte[] BYTES = Samples.of(5, 1000, new SplittableRandom(10));

  private static CorruptDataException refused(int size, byte... data) {
    return assertThrows(CorruptDataException.class, () -> Samples.decompress(GZIP, size, data));
  }

  private static void refuses(int size, String message, byte... data) {
    assertEquals(message, refused(size, data).getMessage());
  }

  private static byte[] changed(byte[] data, int at) {
    byte[] changed = data.clone();
    changed[at] ^= 1;
    return changed;
  }

  @Test
  void headersOfAllKinds() throws CorruptDataException {
    for (int flags = 0; flags <= Gzip.ALL_FLAGS; flags++) {
      byte[] member = Gzip.member(flags, 6, BYTES);
      assertArrayEquals(BYTES, Samples.decompress(GZIP, 1000, member));
      int header = Gzip.header(flags).length;
      for (int length = 0; length < header; length++) {
        byte[] cut = Arrays.copyOf(member, length);
        CorruptDataException e = refused(1000, cut);
        assertEquals("the end after", e.found().substring(0, 13));
      }
    }
  }

  /// With a checksum no bit of a header may change, but for what says that there is one.
  @Test
  void everyBitOfAHeader() {
    byte[] member = Gzip.member(Gzip.ALL_FLAGS, 6, BYTES);
    int size = Gzip.header(Gzip.ALL_FLAGS).length;
    for (int bit = 0; bit < 8 * size; bit++) {
      byte[] broken = member.clone();
      broken[bit / 8] ^= (byte) (1 << bit % 8);
      refused(1000, broken);
    }
  }

  @Test
  void severalMembersAndEmptyOnes() throws CorruptDataException {
    byte[] empty = Gzip.member(0, 6);
    assertArrayEquals(new byte[0], Samples.decompress(GZIP, 0, empty));
    assertArrayEquals(BYTES, Samples.decompress(GZIP, 1000, Gzip.members(1, BYTES)));
    byte[] twice = Arrays.copyOf(empty, 2 * empty.length);
    System.arraycopy(empty, 0, twice, empty.length, empty.length);
    assertArrayEquals(new byte[0], Samples.decompress(GZIP, 0, twice));
    refuses(1, "offset 40: found the end after 0 bytes, expected 1 bytes", twice);
  }

  @Test
  void whatIsWrong() {
    byte[] member = Gzip.member(0, 6, BYTES);
    int end = member.length;
    refuses(
        1000,
        "offset 0: found 0x359c78, expected a member of gzip, 0x088b1f",
        (byte) 0x78,
        (byte) 0x9C,
        (byte) 0x35);
    refuses(
        1000, "offset 0: found 0x098b1f, expected a member of gzip, 0x088b1f", changed(member, 2));
    byte[] reserved = member.clone();
    reserved[3] = 0x40;
    refuses(1000, "offset 3: found flags 0x40, expected at most 0x1f", reserved);
    assertEquals(end - 8, refused(1000, changed(member, end - 5)).offset());
    assertEquals(end - 4, refused(1000, changed(member, end - 1)).offset());
    refuses(
        1001, "offset " + end + ": found the end after 1000 bytes, expected 1001 bytes", member);
    assertEquals("a member of more bytes", refused(999, member).found());
    assertEquals("at most 999", refused(999, member).expected());
    assertEquals("the end inside deflated data", refused(1000, Arrays.copyOf(member, 50)).found());
    Arrays.fill(member, 20, 40, (byte) -1);
    assertEquals("damaged data", refused(1000, member).found().substring(0, 12));
  }

  /// Nothing may follow a member but another one, which has room.
  @Test
  void anythingBehindTheLastMember() {
    byte[] member = Gzip.member(0, 6, BYTES);
    for (int more = 1; more < 20; more++) {
      byte[] padded = Arrays.copyOf(member, member.length + more);
      assertTrue(refused(1000, padded).offset() >= member.length);
    }
    byte[] twice = Arrays.copyOf(member, 2 * member.length);
    System.arraycopy(member, 0, twice, member.length, member.length);
    assertEquals("a member of more bytes", refused(1000, twice).found());
    assertEquals("a member of more bytes", refused(1999, twice).found());
  }
}
