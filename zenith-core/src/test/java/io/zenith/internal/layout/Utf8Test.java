package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// The validator against the decoder of the JDK: both stop at the same byte.
class Utf8Test {
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final CharBuffer characters = CharBuffer.allocate(64);

  private int firstInvalid(ByteBuffer bytes) {
    decoder.reset();
    characters.clear();
    return decoder.decode(bytes, characters, true).isError() ? bytes.position() : -1;
  }

  @Test
  void everyStringOfOneToThreeBytesIsJudgedAsTheJdkDoes() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(3);
      byte[] bytes = new byte[3];
      ByteBuffer view = ByteBuffer.wrap(bytes);
      for (int length = 1; length <= 3; length++) {
        for (int value = 0; value < 1 << (8 * length); value++) {
          for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (value >> (8 * i));
            memory.set(ValueLayout.JAVA_BYTE, i, bytes[i]);
          }
          int expected = firstInvalid(view.clear().limit(length));
          if (Utf8.firstInvalid(memory, 0, length) != expected) {
            assertEquals(expected, Utf8.firstInvalid(memory, 0, length), "bytes " + value);
          }
        }
      }
    }
  }

  @Test
  void longerStringsAreJudgedAsTheJdkDoesAtAnyPlace() {
    Property.check(
        200_000,
        (random, _) -> {
          byte[] bytes = new byte[4 + random.nextInt(21)];
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] =
                (byte)
                    switch (random.nextInt(8)) {
                      case 0 -> 0xE0 + random.nextInt(0x20);
                      case 1, 2 -> 0x80 + random.nextInt(0x40);
                      case 3 -> 0xC0 + random.nextInt(0x40);
                      default -> random.nextInt(0x80);
                    };
          }
          int from = random.nextInt(4);
          int to = bytes.length - random.nextInt(4 - Math.min(3, from));
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(bytes.length);
            memory.copyFrom(MemorySegment.ofArray(bytes));
            int expected = firstInvalid(ByteBuffer.wrap(bytes, from, to - from));
            assertEquals(expected, Utf8.firstInvalid(memory, from, to));
          }
        });
  }

  @Test
  void soundTextOfEveryCharacterIsAccepted() {
    StringBuilder all = new StringBuilder();
    for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
      if (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE) {
        all.appendCodePoint(character);
      }
    }
    byte[] bytes = all.toString().getBytes(StandardCharsets.UTF_8);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes.length);
      memory.copyFrom(MemorySegment.ofArray(bytes));
      assertEquals(-1, Utf8.firstInvalid(memory, 0, bytes.length));
    }
  }
}
