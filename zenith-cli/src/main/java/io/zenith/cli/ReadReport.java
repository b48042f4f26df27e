package io.zenith.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `read` measured.
///
/// @param seconds taking and touching batches, all epochs; opening is not in it
/// @param bytes of what `bytesOf` says, all epochs
/// @param warm the second half of the batches, or all of them if nobody knew how many would come
/// @param peakMemoryBytes resident, mapped pages included, where the system tells
/// @param checksum the sum of the bytes touched; the same for all batch sizes
/// @param waits who has waited for whom, if that was asked for
/// @param receipt the proof of which rows were delivered, in which order
record ReadReport(
    long rows,
    long batches,
    int batchSize,
    int epochs,
    List<String> columns,
    String touch,
    double openSeconds,
    double seconds,
    List<Double> epochSeconds,
    double rowsPerSecond,
    long bytes,
    String bytesOf,
    double gbPerSecond,
    ReadLoop.Warm warm,
    @Nullable Long peakMemoryBytes,
    @Nullable Long checksum,
    @Nullable String receipt,
    @Nullable WaitReport waits)
    implements Report {
  private static final int LISTED = 10;

  @Override
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        Quantity.of(rows, "row")
            + " in "
            + Quantity.of(batches, "batch")
            + " of "
            + batchSize
            + (epochs == 1 ? "" : ", " + epochs + " epochs")
            + ", "
            + columnText());
    if (batches == 0) {
      lines.add("there are no batches: nothing was measured");
      addWaits(lines);
      return lines;
    }
    lines.add(
        "all      "
            + rates(rowsPerSecond, gbPerSecond)
            + " of "
            + (touch.equals("all") ? bytesOf : "files, of which little was touched")
            + ", "
            + Quantity.nanos(1e9 * seconds)
            + " after "
            + Quantity.nanos(1e9 * openSeconds)
            + " to open");
    if (warm.batches() < batches) {
      lines.add("2nd half " + rates(warm.rowsPerSecond(), warm.gbPerSecond()));
    }
    lines.add("batch    " + warm.batchNanos());
    lines.add("garbage  " + Quantity.of(warm.garbagePerBatch(), "byte") + " a batch");
    if (peakMemoryBytes != null) {
      lines.add("memory   " + Quantity.bytes(peakMemoryBytes) + " at most, mapped pages included");
    }
    if (checksum != null) {
      lines.add(
          "checksum " + checksum + " of " + (touch.equals("all") ? "all" : "first") + " values");
    }
    if (receipt != null) {
      lines.add("receipt  " + receipt);
    }
    addWaits(lines);
    return lines;
  }

  private void addWaits(List<String> lines) {
    if (waits != null) {
      lines.add("");
      lines.addAll(waits.lines());
    }
  }

  private String columnText() {
    String names =
        String.join(
            ", ", columns.stream().limit(LISTED).map(name -> Printable.cut(name, 40)).toList());
    return (columns.size() == 1 ? "column " : "columns ")
        + names
        + (columns.size() > LISTED ? " and " + (columns.size() - LISTED) + " more" : "");
  }

  private static String rates(double rows, double gb) {
    return Quantity.rounded(rows) + " rows/s, " + Quantity.significant(gb) + " GB/s";
  }
}
