package io.zenith.internal.files;

import io.zenith.internal.pipeline.FileSplit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// How large rows may be: in some parts of a dataset they are much larger than in others, and steps
/// may take all of theirs from these.
///
/// @param bytes of a part
/// @param rows of a part
public record RowSize(double bytes, long rows) {

  /// The bytes of a row, on average over so many, where the files and what is decoded of them have
  /// the largest.
  ///
  /// @param some how many rows are taken together
  public static double largest(List<DataFile> files, List<FileSplit> splits, long some) {
    long[] fileRows = new long[files.size()];
    List<RowSize> decoded = new ArrayList<>();
    for (FileSplit split : splits) {
      long rows = split.split().rows();
      fileRows[split.file()] += rows;
      decoded.add(new RowSize(split.bytes(), rows));
    }
    List<RowSize> stored = new ArrayList<>();
    for (int file = 0; file < fileRows.length; file++) {
      stored.add(new RowSize(files.get(file).file().size(), fileRows[file]));
    }
    return Math.max(largest(stored, some), largest(decoded, some));
  }

  private static double largest(List<RowSize> parts, long some) {
    double bytes = 0;
    long taken = 0;
    for (RowSize part :
        parts.stream()
            .filter(part -> part.rows > 0)
            .sorted(Comparator.comparingDouble(RowSize::bytesOfRow).reversed())
            .toList()) {
      long rows = Math.min(part.rows, some - taken);
      bytes += rows * part.bytesOfRow();
      taken += rows;
    }
    return bytes / Math.max(1, taken);
  }

  private double bytesOfRow() {
    return bytes / rows;
  }
}
