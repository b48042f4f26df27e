package io.zenith.image;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.spi.ImageReaderSpi;

/// Decodes and scales images, one after the other. It is used by one thread at a time.
///
/// Each image has a reader of its own. To make one takes 2 us; and a reader of JPEG that is used
/// again decodes an image that lacks its tables with those of the image before.
final class ImageDecoder {
  private final Map<ImageFormat, ImageReaderSpi> providers = new EnumMap<>(ImageFormat.class);
  private final RgbCanvas canvas = new RgbCanvas();
  private final Scaler scaler = new Scaler();

  /// The values of an image in a size, of as many channels, until the next one is decoded.
  ///
  /// @param encoded a copy of its own, which may be changed
  /// @throws BadImageException if the bytes are none
  byte[] decode(byte[] encoded, ImageShape shape) throws BadImageException {
    ImageBytes bytes = new ImageBytes(encoded);
    ImageFormat format = ImageFormat.of(bytes);
    ImageHead head = format.check(bytes);
    int channels = shape.channels();
    byte[] pixels =
        format == ImageFormat.GIF
            ? GifFrame.of(bytes).values(channels)
            : Samples.of(read(format, encoded, head), channels);
    return scaler.scale(pixels, ImageShape.of(head.height(), head.width(), channels), shape);
  }

  private BufferedImage read(ImageFormat format, byte[] encoded, ImageHead head)
      throws BadImageException {
    ReadDamage damage = new ReadDamage();
    BytesImageStream stream = new BytesImageStream(encoded);
    BufferedImage image;
    try {
      image = read(format, stream, head, damage);
    } catch (IOException | RuntimeException e) {
      if (e.getCause() instanceof Error error) {
        throw error; // of the JVM, which says nothing about the bytes
      }
      throw new BadImageException(reason(e), "data of " + format, e);
    }
    if (damage.isFound()) {
      throw new BadImageException(damage.toString(), "data of " + format + " to its end");
    }
    // What ends too early is filled up with gray.
    if (format == ImageFormat.JPEG && stream.isOverrun()) {
      throw BadImageException.cut(encoded, "data of JPEG to its end");
    }
    return image;
  }

  private BufferedImage read(
      ImageFormat format, BytesImageStream stream, ImageHead head, ReadDamage damage)
      throws IOException, BadImageException {
    ImageReader reader =
        providers.computeIfAbsent(format, ImageFormat::provider).createReaderInstance();
    try {
      reader.addIIOReadWarningListener(damage);
      reader.setInput(stream, true, true);
      int width = reader.getWidth(0);
      int height = reader.getHeight(0);
      if (width != head.width() || height != head.height()) {
        throw new BadImageException(
            width + " x " + height + " pixels", head.width() + " x " + head.height());
      }
      ImageReadParam wanted = reader.getDefaultReadParam();
      if (format.takesRgb() && isInColors(reader)) {
        wanted.setDestination(canvas.of(head));
      }
      return reader.read(0, wanted);
    } finally {
      reader.dispose();
    }
  }

  private static boolean isInColors(ImageReader reader) throws IOException {
    Iterator<ImageTypeSpecifier> types = reader.getImageTypes(0);
    return types.hasNext() && types.next().getBufferedImageType() == BufferedImage.TYPE_3BYTE_BGR;
  }

  /// Readers wrap what they find into something that says less.
  private static String reason(Throwable failure) {
    Throwable first = failure;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return first.getMessage() == null ? first.toString() : first.getMessage();
  }
}
