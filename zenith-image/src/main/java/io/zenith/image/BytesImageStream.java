package io.zenith.image;

import javax.imageio.stream.ImageInputStreamImpl;

/// Bytes as a stream for ImageIO, without a cache or a file. It knows whether a reader wanted more
/// than there was.
final class BytesImageStream extends ImageInputStreamImpl {
  private final byte[] bytes;
  private boolean overrun;

  BytesImageStream(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Whether someone has read beyond the end.
  boolean isOverrun() {
    return overrun;
  }

  @Override
  public int read() {
    bitOffset = 0;
    if (streamPos >= bytes.length) {
      overrun = true;
      return -1;
    }
    return bytes[(int) streamPos++] & 0xFF;
  }

  @Override
  public int read(byte[] target, int from, int length) {
    bitOffset = 0;
    if (length == 0) {
      return 0;
    }
    if (streamPos >= bytes.length) {
      overrun = true;
      return -1;
    }
    int count = (int) Math.min(length, bytes.length - streamPos);
    System.arraycopy(bytes, (int) streamPos, target, from, count);
    streamPos += count;
    return count;
  }

  @Override
  public long length() {
    return bytes.length;
  }

  /// Empty, so that the JVM keeps no list of these: there is nothing to give back.
  @Override
  @SuppressWarnings({"removal", "Finalize"}) // the superclass has one
  protected void finalize() {}
}
