package io.zenith.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/// Writes trails as `docs/proof.md` says, with nothing of Zenith's.
final class TrailFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TrailFile() {}

  /// A trail of epochs of 10 steps, each step of one sum below 256.
  static Path write(Path file, long seed, int rank, int worldSize, int... sums) throws IOException {
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("order_version", 1);
    order.put("shuffle", "window");
    order.put("seed", seed);
    order.put("window", 4096);
    order.put("lanes", 16);
    order.put("global_batch", 64);
    order.put("remainder", "keep");
    order.put("filter", "");
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("zenith_trail", 1);
    fields.put("receipt", "order-1");
    fields.put("rank", rank);
    fields.put("world_size", worldSize);
    fields.put("epoch", 0);
    fields.put("step", 0);
    fields.put("epoch_steps", 10);
    fields.put("dataset", "0".repeat(64));
    fields.put("order", sha256(JSON.writeValueAsBytes(order)));
    fields.putAll(order);
    CRC32 check = new CRC32();
    check.update(JSON.writeValueAsBytes(fields));
    fields.put("check", HexFormat.of().toHexDigits((int) check.getValue()));
    byte[] line = JSON.writeValueAsBytes(fields);
    byte[] padded = Arrays.copyOf(line, line.length / 16 * 16 + 16);
    Arrays.fill(padded, line.length, padded.length, (byte) ' ');
    padded[padded.length - 1] = '\n';
    ByteArrayOutputStream trail = new ByteArrayOutputStream();
    trail.write(padded);
    for (int sum : sums) {
      trail.write(Arrays.copyOf(new byte[] {(byte) sum}, 16));
    }
    return Files.write(file, trail.toByteArray());
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /// What is not a trail.
  static Path broken(Path file) throws IOException {
    return Files.write(file, "no trail\n".getBytes(StandardCharsets.US_ASCII));
  }
}
