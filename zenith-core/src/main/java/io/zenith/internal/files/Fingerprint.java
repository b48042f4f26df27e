package io.zenith.internal.files;

import io.zenith.internal.pipeline.FileSplit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What tells one dataset from another: SHA-256 over the files' relative names and sizes, the
/// columns that their folders give them, and the rows and identities of their splits. Where the
/// files are, and when they were written, does not count.
public final class Fingerprint {
  private final MessageDigest digest = sha256();

  private Fingerprint() {}

  /// A new digest.
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /// 64 hexadecimal digits.
  public static String of(List<DataFile> files, List<FileSplit> splits) {
    Fingerprint fingerprint = new Fingerprint();
    boolean partitioned = !files.getFirst().partition().isEmpty();
    fingerprint.add(partitioned ? "zenith partitioned dataset 1" : "zenith dataset 1");
    fingerprint.add(files.size());
    for (DataFile file : files) {
      fingerprint.add(file.name());
      fingerprint.add(file.file().size());
      if (partitioned) {
        fingerprint.add(file.partition());
      }
    }
    fingerprint.add(splits.size());
    for (FileSplit split : splits) {
      fingerprint.add(split.file());
      fingerprint.add(split.split().rows());
      fingerprint.add(split.split().identity());
    }
    return HexFormat.of().formatHex(fingerprint.digest.digest());
  }

  private void add(Map<String, Optional<String>> partition) {
    add(partition.size());
    partition.forEach((key, value) -> {
      add(key);
      add(value.isPresent() ? 1 : 0);
      value.ifPresent(this::add);
    });
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
