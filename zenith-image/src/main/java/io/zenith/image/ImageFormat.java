package io.zenith.image;

import java.util.Iterator;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;

/// The formats of images that are read, as their first bytes tell them.
enum ImageFormat {
  JPEG(JpegCheck.SIGNATURE, true),
  PNG(PngCheck.SIGNATURE, true),
  GIF(GifFrame.SIGNATURE, false),
  BMP(BmpCheck.SIGNATURE, false);

  /// How many bytes a message shows of what is none of them.
  private static final int SHOWN = 8;

  private final String signature;
  private final boolean takesRgb;

  ImageFormat(String signature, boolean takesRgb) {
    this.signature = signature;
    this.takesRgb = takesRgb;
  }

  /// Whether the reader of the JDK writes into any image of colors that it is given.
  boolean takesRgb() {
    return takesRgb;
  }

  /// The format of some bytes.
  static ImageFormat of(ImageBytes bytes) throws BadImageException {
    for (ImageFormat format : values()) {
      if (bytes.hasAt(0, format.signature)) {
        return format;
      }
    }
    if (bytes.hasAt(0, "RIFF") && bytes.hasAt(8, "WEBP")) {
      throw BadImageException.unsupported("WebP");
    }
    if (bytes.hasAt(0, "II*\0") || bytes.hasAt(0, "MM\0*")) {
      throw BadImageException.unsupported("TIFF");
    }
    StringBuilder first = new StringBuilder();
    for (int i = 0; i < Math.min(SHOWN, bytes.length()); i++) {
      first.append(String.format(Locale.ROOT, " %02x", bytes.u8(i)));
    }
    throw new BadImageException(
        bytes.length() + " bytes" + (first.isEmpty() ? "" : " that begin with" + first),
        "an image: JPEG, PNG, GIF or BMP");
  }

  /// Follows the bytes as far as it takes to know that their size can be trusted with memory, and
  /// that they are not cut.
  ImageHead check(ImageBytes bytes) throws BadImageException {
    ImageHead head =
        switch (this) {
          case JPEG -> JpegCheck.check(bytes);
          case PNG -> PngCheck.check(bytes);
          case GIF -> GifFrame.of(bytes).head();
          case BMP -> BmpCheck.check(bytes);
        };
    head.check();
    return head;
  }

  /// The JDK's maker of readers, whatever else is installed: what an image becomes does not depend
  /// on the class path.
  ///
  /// @throws IllegalStateException if someone has taken it away
  ImageReaderSpi provider() {
    Iterator<ImageReaderSpi> all =
        IIORegistry.getDefaultInstance().getServiceProviders(ImageReaderSpi.class, false);
    while (all.hasNext()) {
      ImageReaderSpi provider = all.next();
      if (provider.getClass().getModule().equals(ImageIO.class.getModule())
          && provider.getFormatNames()[0].equalsIgnoreCase(name())) {
        return provider;
      }
    }
    throw new IllegalStateException("the JDK's reader of " + this + " is not registered any more");
  }
}
