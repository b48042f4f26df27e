package io.zenith.cli;

import io.zenith.DataLoader;
import io.zenith.DiskCache;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Where what was read stays for the next time.
final class CacheOptions {
  /// The disk says what there is room for, and the cache leaves some of it free.
  private static final String WHATEVER_FITS = Long.toString(Long.MAX_VALUE);

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description = "A folder in which what was read and decoded stays for later epochs and runs.")
  private @Nullable Path folder;

  @Option(
      names = "--cache-size",
      paramLabel = "SIZE",
      description =
          "The most that the cache may take, such as '200 GiB'. Default: what the disk has, but a"
              + " twentieth of it, at most 10 GiB.")
  private @Nullable String size;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// The cache, if there is to be one.
  Optional<DiskCache> cache() {
    if (size != null && folder == null) {
      throw misuse("--cache-size needs --cache DIR");
    }
    if (folder == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(DiskCache.at(folder, size == null ? WHATEVER_FITS : size));
    } catch (IllegalArgumentException e) {
      throw misuse("--cache-size: " + e.getMessage());
    }
  }

  /// Sets it.
  DataLoader.Builder set(DataLoader.Builder options) {
    return cache().map(options::cache).orElse(options);
  }

  private RuntimeException misuse(String message) {
    return command == null
        ? new IllegalArgumentException(message)
        : new ParameterException(command.commandLine(), message);
  }
}
