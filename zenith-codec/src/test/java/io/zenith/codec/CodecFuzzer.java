package io.zenith.codec;

import static io.zenith.codec.Decompressors.ALL;

import java.util.Arrays;

/// What a fuzzer feeds with compressed frames: any bytes.
public final class CodecFuzzer {
  private static final int HEAD = 3;

  private CodecFuzzer() {}

  /// Called by Jazzer. The first byte chooses the decompressor, two more the size of the target.
  public static void fuzzerTestOneInput(byte[] bytes) {
    if (bytes.length >= HEAD) {
      int size = ((bytes[1] & 0xFF) << 8) | (bytes[2] & 0xFF);
      byte[] frame = Arrays.copyOfRange(bytes, HEAD, bytes.length);
      BrokenData.isRead(ALL.get((bytes[0] & 0xFF) % ALL.size()), size, frame);
    }
  }

  /// The input that makes this frame.
  static byte[] input(Decompressor codec, int size, byte... frame) {
    byte[] input = new byte[HEAD + frame.length];
    input[0] = (byte) ALL.indexOf(codec);
    input[1] = (byte) (size >> 8);
    input[2] = (byte) size;
    System.arraycopy(frame, 0, input, HEAD, frame.length);
    return input;
  }
}
