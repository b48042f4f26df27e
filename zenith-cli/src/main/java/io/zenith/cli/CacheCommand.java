package io.zenith.cli;

import io.zenith.DiskCache;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `zenith cache`: what is in the folder of a cache.
@Command(
    name = "cache",
    header = "Say what a cache has, check it, or empty it.",
    footer = {
      "",
      "Exit code 1 if verify finds what is not as it was written: whoever meets that reads it from"
          + " where it came from.",
      "",
      "Examples:",
      "  zenith cache info /mnt/nvme/cache",
      "  zenith cache verify /mnt/nvme/cache --json"
    })
final class CacheCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "ACTION",
      description = "info, verify (read and check all of it) or clear (remove all of it).")
  private CacheAction action = CacheAction.INFO;

  @Parameters(index = "1", paramLabel = "DIR", description = "The folder of the cache.")
  private Path folder = Path.of("");

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    List<DiskCache.Entry> entries = DiskCache.entries(folder);
    Map<String, String> faults = action == CacheAction.VERIFY ? faults(entries) : Map.of();
    if (action == CacheAction.CLEAR) {
      DiskCache.clear(folder);
    }
    output.report(
        new CacheReport(
            action.toString(),
            entries.size(),
            entries.stream().mapToLong(DiskCache.Entry::bytes).sum(),
            faults));
    return faults.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Map<String, String> faults(List<DiskCache.Entry> entries) throws IOException {
    Map<String, String> faults = new LinkedHashMap<>();
    try (Progress progress = output.progress("checking", "entries", entries.size())) {
      for (int i = 0; i < entries.size(); i++) {
        Path file = entries.get(i).file();
        try {
          entries.get(i).fault().ifPresent(fault -> faults.put(file.toString(), fault));
        } catch (NoSuchFileException _) {
          // removed by who uses the cache, since it was listed
        }
        progress.at(i + 1L);
      }
    }
    return faults;
  }
}
