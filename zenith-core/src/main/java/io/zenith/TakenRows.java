package io.zenith;

import io.zenith.internal.files.Fingerprint;
import io.zenith.internal.proof.RunIdentity;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/// Rows that someone has named, by their numbers in the dataset, in the order in which they are
/// delivered: an order of the user's own.
///
/// @param numbers is never changed
@SuppressWarnings("ArrayRecordComponent") // never compared
record TakenRows(long[] numbers) {
  private static final int CHUNK = 1024;

  /// What the kind of such an order begins with, in a [RunIdentity].
  private static final String KIND = "take ";

  /// Refuses options that make another order, and rows that are not there.
  ///
  /// @param rows how many there are
  void check(LoaderOptions options, long rows) {
    options
        .firstSet("shuffle", "window", "lanes")
        .ifPresent(set -> {
          throw new IllegalArgumentException(set + ": take gives the order by itself");
        });
    if (options.filter().isPresent()) {
      throw new IllegalArgumentException("a filter: take names the rows by itself");
    }
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] < 0 || numbers[i] >= rows) {
        throw new IllegalArgumentException(
            "take: number "
                + i
                + " is row "
                + numbers[i]
                + "; the dataset has "
                + rows
                + " rows, from 0");
      }
    }
  }

  /// What tells this order from others: a word and SHA-256 over the numbers, 8 bytes each, the
  /// highest first.
  String kind() {
    MessageDigest digest = Fingerprint.sha256();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK * Long.BYTES);
    for (long number : numbers) {
      chunk.putLong(number);
      if (!chunk.hasRemaining()) {
        digest.update(chunk.flip());
        chunk.clear();
      }
    }
    digest.update(chunk.flip());
    return KIND + HexFormat.of().formatHex(digest.digest());
  }

  /// Whether a run is one of such an order.
  static boolean made(RunIdentity run) {
    return run.shuffle().startsWith(KIND);
  }
}
