package io.zenith.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.zenith.testkit.Property;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/// What was put into an image comes out, in every layout of pixels that writers have.
class LosslessTest {
  private static final int[] TYPES = {
    BufferedImage.TYPE_3BYTE_BGR,
    BufferedImage.TYPE_INT_RGB,
    BufferedImage.TYPE_4BYTE_ABGR,
    BufferedImage.TYPE_USHORT_565_RGB,
    BufferedImage.TYPE_BYTE_INDEXED,
    BufferedImage.TYPE_BYTE_BINARY
  };

  @Test
  void pixelsComeBackFromEveryLayout() {
    Property.check(
        400,
        (random, number) -> {
          int type = TYPES[number % TYPES.length];
          int width = 1 + random.nextInt(40);
          int height = 1 + random.nextInt(40);
          BufferedImage image = image(type, width, height, random);
          byte[] colors = new byte[width * height * 3];
          byte[] grays = new byte[width * height];
          for (int i = 0; i < grays.length; i++) {
            int rgb = image.getRGB(i % width, i / width);
            int red = rgb >> 16 & 0xFF;
            int green = rgb >> 8 & 0xFF;
            int blue = rgb & 0xFF;
            colors[3 * i] = (byte) red;
            colors[3 * i + 1] = (byte) green;
            colors[3 * i + 2] = (byte) blue;
            grays[i] = (byte) ((19595 * red + 38470 * green + 7471 * blue + 32768) / 65536);
          }
          for (String format : formats(type)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ImageIO.write(image, format, bytes);
            ImageDecoder decoder = new ImageDecoder();
            assertArrayEquals(
                colors,
                decoder.decode(bytes.toByteArray(), ImageShape.of(height, width, 3)),
                format);
            assertArrayEquals(
                grays,
                decoder.decode(bytes.toByteArray(), ImageShape.of(height, width, 1)),
                format);
          }
        });
  }

  /// GIF has palettes only; BMP has no alpha here.
  private static String[] formats(int type) {
    return switch (type) {
      case BufferedImage.TYPE_BYTE_INDEXED, BufferedImage.TYPE_BYTE_BINARY ->
          new String[] {"png", "bmp", "gif"};
      case BufferedImage.TYPE_4BYTE_ABGR -> new String[] {"png"};
      default -> new String[] {"png", "bmp"};
    };
  }

  private static BufferedImage image(int type, int width, int height, SplittableRandom random) {
    BufferedImage image =
        type == BufferedImage.TYPE_BYTE_INDEXED
            ? new BufferedImage(width, height, type, palette(random))
            : new BufferedImage(width, height, type);
    for (int i = 0; i < width * height; i++) {
      image.setRGB(i % width, i / width, random.nextInt() | 0xFF000000);
    }
    return image;
  }

  /// Of smaller ones the JDK's writer of BMP makes wrong pixels.
  private static IndexColorModel palette(SplittableRandom random) {
    byte[][] colors = new byte[3][1 << (5 + random.nextInt(4))];
    for (byte[] channel : colors) {
      random.nextBytes(channel);
    }
    return new IndexColorModel(8, colors[0].length, colors[0], colors[1], colors[2]);
  }
}
