package io.zenith.image;

import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadWarningListener;

/// Notes that an image is damaged where its reader only warns, and goes on.
///
/// What the library for JPEG calls corrupt is so, but for bytes between segments, which stand in
/// many images that are whole.
final class ReadDamage implements IIOReadWarningListener {
  private String first = "";

  @Override
  public void warningOccurred(ImageReader source, String warning) {
    boolean damaged = warning.startsWith("Corrupt JPEG data") && !warning.contains("extraneous");
    if (damaged && first.isEmpty()) {
      first = warning;
    }
  }

  boolean isFound() {
    return !first.isEmpty();
  }

  /// The first of it.
  @Override
  public String toString() {
    return first;
  }
}
