package io.zenith.s3;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The part of a file that an answer says it is: `bytes FIRST-LAST/SIZE`.
record ContentRange(long first, long last, long size) {
  private static final String UNIT = "bytes ";

  /// What such a header says, if it says all of it.
  static Optional<ContentRange> parse(@Nullable String header) {
    if (header == null || !header.startsWith(UNIT)) {
      return Optional.empty();
    }
    int dash = header.indexOf('-');
    int slash = header.indexOf('/', dash);
    if (dash < 0 || slash < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ContentRange(
              Long.parseLong(header, UNIT.length(), dash, 10),
              Long.parseLong(header, dash + 1, slash, 10),
              Long.parseLong(header, slash + 1, header.length(), 10)));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return UNIT + first + "-" + last + "/" + size;
  }
}
