package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChannelBytesTest {
  private static final byte[] CONTENT = new byte[20 << 20];

  static {
    new SplittableRandom(5).nextBytes(CONTENT);
  }

  private static ChannelBytes bytes(int from, int to) {
    return new ChannelBytes(
        "pipe", Channels.newChannel(new ByteArrayInputStream(CONTENT, from, to - from)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1 << 20, (1 << 20) + 1, (4 << 20) - 1, (4 << 20) + 7, (17 << 20) + 3})
  void nativeBytesAreThoseThatCome(int length) throws IOException {
    try (ChannelBytes bytes = bytes(0, CONTENT.length)) {
      bytes.skipTo(3);
      MemorySegment read = bytes.readNative(length);
      assertEquals(3 + length, bytes.position());
      assertArrayEquals(
          Arrays.copyOfRange(CONTENT, 3, 3 + length), read.toArray(ValueLayout.JAVA_BYTE));
    }
    try (ChannelBytes bytes = bytes(0, length)) {
      String message =
          assertThrows(MalformedDataException.class, () -> bytes.readNative(length + 1L))
              .getMessage();
      assertTrue(message.startsWith("pipe, byte " + length + ": found the end"), message);
    }
  }
}
