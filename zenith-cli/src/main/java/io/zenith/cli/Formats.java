package io.zenith.cli;

import io.zenith.spi.Format;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// The formats that this build reads.
final class Formats {
  private static final List<Format> ALL =
      ServiceLoader.load(Format.class).stream().map(ServiceLoader.Provider::get).toList();

  private Formats() {}

  /// Their names, such as `arrow`.
  static String names() {
    return ALL.stream().map(Format::name).sorted().collect(Collectors.joining(", "));
  }

  /// Whether one of them knows a file by its name.
  static boolean knowName(String fileName) {
    return ALL.stream().anyMatch(format -> format.matchesName(fileName));
  }

  /// Whether one of them knows a file by its first 16 bytes.
  static boolean knowHead(byte[] head) {
    return ALL.stream().anyMatch(format -> format.matchesMagic(MemorySegment.ofArray(head)));
  }
}
