package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.DiskCache;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `read --cache`, and `cache`.
class CacheCommandTest {
  @TempDir private Path folder;

  @Test
  void aCacheIsFilledLookedAtCheckedAndEmptied() throws Exception {
    Cli.succeed("generate", "table", folder.resolve("t"), "--rows", 5_000);
    Path data = folder.resolve("t.arrow");
    Cli.succeed("convert", folder.resolve("t"), data, "--codec", "lz4", "--batch-rows", 1_000);
    Path cache = folder.resolve("cache");
    Object[] plain = {"read", data, "--shuffle", "42", "--receipt", folder.resolve("plain")};
    Cli.succeed(plain);
    for (int run = 0; run < 2; run++) {
      Path trail = folder.resolve("run" + run);
      Cli.succeed(
          "read",
          data,
          "--shuffle",
          "42",
          "--receipt",
          trail,
          "--cache",
          cache,
          "--cache-size",
          "1GiB");
      assertTrue(Cli.succeed("receipts", folder.resolve("plain"), trail).out().startsWith("equal"));
    }
    assertTrue(Cli.succeed("cache", "info", cache).out().startsWith("5 entries, "));
    assertTrue(Cli.succeed("cache", "verify", cache).out().endsWith(", 0 not as written\n"));
    Path entry = DiskCache.entries(cache).getFirst().file();
    byte[] bytes = Files.readAllBytes(entry);
    bytes[bytes.length / 2] ^= 1;
    Files.write(entry, bytes);
    Cli.Result bad = Cli.run("cache", "verify", cache);
    assertEquals(1, bad.code());
    assertTrue(bad.out().contains(entry + ": bytes with another checksum"), bad.out());
    assertTrue(Cli.succeed("cache", "clear", cache).out().startsWith("removed: 5 entries, "));
    assertTrue(Cli.succeed("cache", "info", cache).out().startsWith("0 entries, 0 bytes"));
  }

  @Test
  void whatIsNoCacheIsRefused() {
    Cli.Result none = Cli.run("cache", "info", folder);
    assertEquals(1, none.code());
    assertTrue(none.err().contains("is no cache"), none.err());
  }
}
