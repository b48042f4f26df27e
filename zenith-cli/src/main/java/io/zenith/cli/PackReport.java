package io.zenith.cli;

import java.util.ArrayList;
import java.util.List;

/// What `pack` wrote, and what it left out.
///
/// @param classes how many there are
/// @param emptyClasses those of them that have no files
/// @param hidden how many files and folders have a name that begins with a point
/// @param outside how many files are in the folder of no class
record PackReport(
    List<PackedFile> files, int classes, List<String> emptyClasses, long hidden, long outside)
    implements Report {

  /// One file that was written.
  record PackedFile(String file, long rows, long bytes) {}

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (PackedFile file : files) {
      lines.add(
          Printable.of(file.file)
              + "  "
              + Quantity.of(file.rows, "row")
              + "  "
              + Quantity.of(classes, "class")
              + "  "
              + Quantity.bytes(file.bytes));
    }
    if (!emptyClasses.isEmpty()) {
      lines.add("without files: " + Printable.of(String.join(", ", emptyClasses)));
    }
    if (hidden > 0) {
      lines.add("left out, hidden: " + Quantity.count(hidden));
    }
    if (outside > 0) {
      lines.add("left out, in the folder of no class: " + Quantity.of(outside, "file"));
    }
    return lines;
  }
}
