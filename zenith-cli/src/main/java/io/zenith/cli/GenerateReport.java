package io.zenith.cli;

import java.util.List;

/// What `generate` wrote.
record GenerateReport(String name, String file, long rows, long seed, long bytes)
    implements Report {

  @Override
  public List<String> lines() {
    return List.of(
        Printable.of(file)
            + "  "
            + Quantity.of(rows, "row")
            + "  "
            + Quantity.bytes(bytes)
            + "  seed "
            + seed);
  }
}
