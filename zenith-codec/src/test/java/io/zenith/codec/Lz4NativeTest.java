package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// What native code does otherwise than Java.
@EnabledOnOs(OS.LINUX) // elsewhere the library may not show the function
class Lz4NativeTest {
  private static final int LITERALS_AT_THE_END = 12;

  @Test
  void isThereWhereItIsAllowed() {
    assertTrue(Lz4Native.find().isPresent());
  }

  @Test
  void aTargetThatWasClosedMeanwhileIsNoBugOfOurs() {
    Arena closed = Arena.ofConfined();
    MemorySegment target = closed.allocate(9);
    closed.close();
    Lz4Native code = Lz4Native.find().orElseThrow();
    assertThrows(
        IllegalStateException.class, () -> code.decompress(MemorySegment.NULL, target, 0, 9, 0));
  }

  @Test
  void aMatchThatGoesBackByNothingIsCorruptInJavaAndZerosInNativeCode()
      throws CorruptDataException {
    byte[] block = block(3, 20);
    byte[] frame =
        RefusalTest.lz4Block(IntStream.range(0, block.length).map(i -> block[i]).toArray());
    int size = 3 + 20 + LITERALS_AT_THE_END;
    Codec java = new Lz4FrameCodec(Optional.empty());
    assertThrows(CorruptDataException.class, () -> Samples.decompress(java, size, frame));
    byte[] expected = new byte[size];
    Arrays.fill(expected, 0, 3, (byte) 7);
    assertArrayEquals(expected, Samples.decompress(Codec.lz4Frame(), size, frame));
  }

  /// What matters most is that nothing shows of what the target held.
  @Test
  void aMatchThatGoesBackByNothingShowsNothing() {
    for (int literals = 0; literals < 15; literals++) {
      for (int match = 4; match < 300; match++) {
        for (int room : new int[] {0, 1, 16, 300}) {
          byte[] block = block(literals, match);
          int size = literals + match + LITERALS_AT_THE_END;
          assertEquals(
              decompress(block, size + room, (byte) 0x55),
              decompress(block, size + room, (byte) 0xAA),
              literals + " literals, a match of " + match);
        }
      }
    }
  }

  private static byte[] block(int literals, int match) {
    byte[] block = new byte[400];
    int at = 0;
    int length = match - 4;
    block[at++] = (byte) (literals << 4 | Math.min(15, length));
    Arrays.fill(block, at, at + literals, (byte) 7);
    at += literals + 2;
    if (length >= 15) {
      if (length - 15 >= 255) {
        block[at++] = -1;
      }
      block[at++] = (byte) ((length - 15) % 255);
    }
    block[at++] = (byte) (LITERALS_AT_THE_END << 4);
    return Arrays.copyOf(block, at + LITERALS_AT_THE_END);
  }

  /// What came out, and how much.
  private static String decompress(byte[] block, int room, byte before) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, block);
      MemorySegment target = arena.allocate(room).fill(before);
      int count = Lz4Native.find().orElseThrow().decompress(source, target, 0, room, 0);
      return count
          + Arrays.toString(target.asSlice(0, Math.max(0, count)).toArray(ValueLayout.JAVA_BYTE));
    }
  }
}
