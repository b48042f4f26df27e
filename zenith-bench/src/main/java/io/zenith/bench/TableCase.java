package io.zenith.bench;

import io.zenith.bench.PythonEntrant.Mode;
import io.zenith.bench.PythonEntrant.Touch;
import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Contenders on one generated table.
///
/// @param files the table
/// @param rows it has
/// @param folder where it is
/// @param contenders who reads it in a JVM
/// @param peer who reads it in Python
record TableCase(
    CaseFiles files,
    long rows,
    Path folder,
    List<JvmContender> contenders,
    Optional<PythonPeer> peer) {

  /// Writes a table as an Arrow file, for all contenders.
  static TableCase of(GeneratedSet set, long rows, Path folder, Optional<PythonPeer> peer)
      throws IOException {
    // Only the table has float columns to be stacked.
    List<JvmContender> contenders =
        Stream.of(JvmContender.values())
            .filter(kind -> kind != JvmContender.ZENITH_STACK || set == GeneratedSet.TABLE)
            .toList();
    return new TableCase(BenchFiles.write(set, folder, rows), rows, folder, contenders, peer);
  }

  /// Writes the published table as PyArrow's Parquet file, for Zenith and PyArrow.
  static TableCase ofParquet(long rows, Path folder, PythonPeer peer)
      throws IOException, InterruptedException {
    CaseFiles arrow = BenchFiles.write(GeneratedSet.TABLE, folder, rows);
    CaseFiles parquet = arrow.asParquet();
    PythonPasses.copyAsParquet(peer, arrow.file(), parquet.file());
    List<JvmContender> contenders =
        List.of(
            JvmContender.ZENITH_VIEWS,
            JvmContender.ZENITH_ARRAYS,
            JvmContender.ZENITH_SUMS,
            JvmContender.ZENITH_STACK);
    return new TableCase(parquet, rows, folder, contenders, Optional.of(peer));
  }

  /// Lets the contenders run.
  CaseResult run(BenchPace pace, BenchProgress progress) throws IOException {
    List<Entrant> entrants = new ArrayList<>();
    try {
      for (JvmContender contender : contenders) {
        for (Variant variant : Variant.values()) {
          entrants.add(new JvmEntrant(contender, variant, folder, files.name()));
        }
      }
      addPython(entrants);
      List<Standing> standings = new Tournament(files.name(), entrants, pace, progress).play();
      return new CaseResult(files.name(), rows, standings);
    } finally {
      entrants.forEach(Entrant::close);
    }
  }

  private void addPython(List<Entrant> entrants) {
    for (Mode mode : Mode.values()) {
      for (Touch touch : Touch.values()) {
        peer.ifPresent(
            python -> entrants.add(new PythonEntrant(python, mode, touch, files.file())));
      }
    }
  }
}
