package io.zenith.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What `cache` found.
///
/// @param action what was done
/// @param entries how many there are, or were before they were removed
/// @param bytes what these take on the disk
/// @param faults what is wrong, by the files in which it is
record CacheReport(String action, int entries, long bytes, Map<String, String> faults)
    implements Report {

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    String all =
        Quantity.count(entries)
            + (entries == 1 ? " entry, " : " entries, ")
            + Quantity.bytes(bytes);
    lines.add(
        switch (action) {
          case "verify" -> all + ", " + Quantity.count(faults.size()) + " not as written";
          case "clear" -> "removed: " + all;
          default -> all;
        });
    faults.forEach((file, fault) -> lines.add("  " + Printable.of(file) + ": " + fault));
    return lines;
  }
}
