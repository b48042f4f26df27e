package io.zenith;

import io.zenith.internal.pipeline.FileSplit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// What tells one dataset from another: SHA-256 over the files' relative names and sizes, and the
/// rows and identities of their splits. Where the files are, and when they were written, does not
/// count.
final class Fingerprint {
  private final MessageDigest digest = sha256();

  private Fingerprint() {}

  /// A new digest.
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /// 64 hexadecimal digits.
  static String of(List<DataFile> files, List<FileSplit> splits) {
    Fingerprint fingerprint = new Fingerprint();
    fingerprint.add("zenith dataset 1");
    fingerprint.add(files.size());
    for (DataFile file : files) {
      fingerprint.add(file.name());
      fingerprint.add(file.file().size());
    }
    fingerprint.add(splits.size());
    for (FileSplit split : splits) {
      fingerprint.add(split.file());
      fingerprint.add(split.split().rows());
      fingerprint.add(split.split().identity());
    }
    return HexFormat.of().formatHex(fingerprint.digest.digest());
  }

  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    digest.update(bytes);
  }

  private void add(long number) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
  }
}
