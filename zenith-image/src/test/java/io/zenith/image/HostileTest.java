package io.zenith.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Mutator;
import io.zenith.testkit.Property;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/// Bytes that are no sound image end in an exception of their own, soon, and without more memory
/// than they justify.
class HostileTest {
  private static final ImageShape SHAPE = ImageShape.of(8, 8, 3);

  /// The pixels of an image here, or what is wrong with it.
  private static String outcome(ImageDecoder decoder, byte[] bytes) {
    try {
      return "pixels " + Arrays.hashCode(decoder.decode(bytes.clone(), SHAPE));
    } catch (BadImageException e) {
      return String.valueOf(e.at("here").getMessage());
    }
  }

  private static String refusal(byte[] bytes) {
    return String.valueOf(
        assertThrows(BadImageException.class, () -> new ImageDecoder().decode(bytes, SHAPE))
            .at("here")
            .getMessage());
  }

  /// A decoder that has seen other images says the same as one that has not.
  @Test
  void brokenImagesDependOnNothingButTheirBytes() {
    List<byte[]> samples = Sample.all().stream().map(Sample::bytes).toList();
    Mutator mutator = new Mutator(samples);
    ImageDecoder used = new ImageDecoder();
    Property.check(
        4_000,
        (random, _) -> {
          outcome(used, samples.get(random.nextInt(samples.size())));
          byte[] broken = mutator.next(random);
          assertEquals(outcome(new ImageDecoder(), broken), outcome(used, broken));
        });
  }

  @Test
  void aCutImageIsRefusedWhereverItIsCut() {
    SplittableRandom random = new SplittableRandom(1);
    for (Sample sample : Sample.all()) {
      byte[] whole = sample.bytes();
      int end = sample.name().endsWith("gif") ? endOfFirstFrame(whole) : whole.length;
      for (int i = 0; i < 40; i++) {
        byte[] cut = Arrays.copyOf(whole, i < 12 ? end - 1 - i : random.nextInt(end));
        String found = outcome(new ImageDecoder(), cut);
        assertTrue(
            found.startsWith("here: found"), sample + " cut to " + cut.length + ": " + found);
      }
    }
  }

  /// Behind it others may follow.
  private static int endOfFirstFrame(byte[] gif) {
    int length = gif.length;
    while (outcome(new ImageDecoder(), Arrays.copyOf(gif, length - 1)).startsWith("pixels")) {
      length--;
    }
    return length;
  }

  /// PNG has checksums.
  @Test
  void noBitOfAPngChangesUnnoticed() {
    byte[] whole = new Sample("palette.png").bytes();
    String sound = outcome(new ImageDecoder(), whole);
    for (int at = 0; at < whole.length; at++) {
      byte[] changed = whole.clone();
      changed[at] ^= (byte) (1 << (at & 7));
      String found = outcome(new ImageDecoder(), changed);
      assertTrue(found.startsWith("here: ") || found.equals(sound), "byte " + at);
    }
  }

  private static byte[] png(int width, int height, int bits, int colorType, int data) {
    ByteBuffer png = ByteBuffer.allocate(8 + 25 + 12 + data + 12).put(signature());
    chunk(
        png,
        "IHDR",
        ByteBuffer.allocate(13)
            .putInt(width)
            .putInt(height)
            .put((byte) bits)
            .put((byte) colorType)
            .array());
    chunk(png, "IDAT", new byte[data]);
    chunk(png, "IEND", new byte[0]);
    return png.array();
  }

  private static byte[] signature() {
    return Arrays.copyOf(new Sample("rgb.png").bytes(), 8);
  }

  private static void chunk(ByteBuffer png, String type, byte[] content) {
    CRC32 crc = new CRC32();
    byte[] name = type.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    crc.update(name);
    crc.update(content);
    png.putInt(content.length).put(name).put(content).putInt((int) crc.getValue());
  }

  private static byte[] changed(String sample, int at, int... values) {
    byte[] bytes = new Sample(sample).bytes();
    for (int i = 0; i < values.length; i++) {
      bytes[at + i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void sizesThatBytesCannotHoldAreNotBelieved() {
    assertEquals(
        "here: found an image of 60000 x 60000 pixels, expected sides of at most 65535, and at most"
            + " 134217728 pixels",
        refusal(png(60_000, 60_000, 8, 2, 50)));
    assertEquals(
        "here: found an image of 10000 x 10000 pixels, expected at most 17200 pixels in so few bytes",
        refusal(png(10_000, 10_000, 8, 2, 50)));
    assertTrue(refusal(png(1, 1 << 20, 1, 0, 5_000)).contains("sides of at most 65535"));
    assertTrue(refusal(png(-5, 7, 8, 2, 50)).contains("sides of at least 1"));
    assertTrue(refusal(png(0, 0, 8, 2, 50)).contains("sides of at least 1"));
    int frame = frame(new Sample("rgb-0.jpg").bytes());
    assertTrue(
        refusal(changed("rgb-0.jpg", frame + 5, 0x3F, 0xFF, 0x20, 0))
            .contains("an image of 8192 x 16383 pixels, expected at most "));
    byte[] bmp = changed("rgb.bmp", 18, 0, 0x20, 0, 0, 0, 0x30, 0, 0);
    assertTrue(refusal(bmp).contains("expected 12288 lines of 24576 bytes from byte 54 on"));
    byte[] gif = new Sample("gray.gif").bytes();
    int screen = 13 + (3 << ((gif[10] & 7) + 1));
    while (gif[screen] != 0x2C) {
      screen++;
    }
    assertTrue(
        refusal(changed("gray.gif", screen + 5, 0, 0x20, 0, 0x20))
            .contains("an image of 8192 x 8192 pixels, expected at most "));
  }

  /// The place of the marker of a frame.
  private static int frame(byte[] jpeg) {
    int at = 0;
    while ((jpeg[at] & 0xFF) != 0xFF || (jpeg[at + 1] & 0xFF) != 0xC0) {
      at++;
    }
    return at;
  }

  @Test
  void lyingHeadersTakeLittleMemory() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] palette = changed("rgb.bmp", 46, 0xFF, 0xFF, 0xFF, 0x1F);
    byte[] start = changed("rgb.bmp", 10, 0xFF, 0xFF, 0xFF, 0x3F);
    byte[] chunk = changed("rgb.png", 33, 0x3F, 0xFF, 0xFF, 0xFF);
    for (byte[] liar : List.of(palette, start, chunk, png(10_000, 10_000, 8, 6, 90))) {
      refusal(liar.clone());
      long before = threads.getCurrentThreadAllocatedBytes();
      refusal(liar.clone());
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertTrue(allocated < 200_000, allocated + " bytes");
    }
  }

  /// Each scan would be another walk over all pixels.
  @Test
  void endlessScansAreRefused() {
    byte[] whole = new Sample("progressive.jpg").bytes();
    byte[] scans = new byte[400];
    for (int i = 0; i < scans.length; i += 4) {
      ByteBuffer.wrap(scans).order(ByteOrder.BIG_ENDIAN).putInt(i, 0xFFDA0002);
    }
    byte[] all = Arrays.copyOf(whole, whole.length + scans.length);
    System.arraycopy(scans, 0, all, whole.length, scans.length);
    assertTrue(
        refusal(all).contains("a progressive image of 110 scans, expected at most 100"),
        () -> refusal(all));
  }

  @Test
  void formatsThatAreNotReadAreNamed() {
    assertEquals(
        "here: found 0 bytes, expected an image: JPEG, PNG, GIF or BMP", refusal(new byte[0]));
    assertEquals("here: TIFF is not supported", refusal(new byte[] {'I', 'I', '*', 0, 8, 0}));
    assertEquals(
        "here: BMP with compression 1 is not supported", refusal(changed("palette.bmp", 30, 1)));
    int frame = frame(new Sample("rgb-0.jpg").bytes());
    assertEquals(
        "here: JPEG of process SOF9 is not supported",
        refusal(changed("rgb-0.jpg", frame + 1, 0xC9)));
    assertEquals(
        "here: JPEG of 12 bits a value is not supported",
        refusal(changed("rgb-0.jpg", frame + 4, 12)));
  }
}
