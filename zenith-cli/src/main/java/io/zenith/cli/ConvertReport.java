package io.zenith.cli;

import java.util.List;

/// What `convert` wrote.
record ConvertReport(String file, long rows, long batches, String codec, long bytes)
    implements Report {

  @Override
  public List<String> lines() {
    return List.of(
        Printable.of(file)
            + "  "
            + Quantity.of(rows, "row")
            + "  "
            + Quantity.of(batches, "batch")
            + "  "
            + Quantity.bytes(bytes)
            + (codec.equals("none") ? "" : "  " + codec));
  }
}
