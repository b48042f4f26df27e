package io.zenith.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// An image of 31 x 23 pixels in one of many encodings, written by Pillow.
///
/// @param name its file
record Sample(String name) {
  static final int HEIGHT = 23;
  static final int WIDTH = 31;

  /// What Pillow makes of a sample.
  ///
  /// @param crc of its pixels, as a hexadecimal number
  record Expected(Sample sample, ImageShape shape, String crc) {}

  static List<Expected> expected() {
    return new String(read("pillow.txt"), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> {
          String[] words = line.split(" ", -1);
          return new Expected(
              new Sample(words[0]),
              ImageShape.of(
                  Integer.parseInt(words[2]),
                  Integer.parseInt(words[3]),
                  Integer.parseInt(words[1])),
              words[4]);
        })
        .toList();
  }

  static List<Sample> all() {
    return expected().stream().map(Expected::sample).distinct().toList();
  }

  byte[] bytes() {
    return read(name);
  }

  private static byte[] read(String name) {
    try (InputStream in =
        Objects.requireNonNull(Sample.class.getResourceAsStream("samples/" + name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
