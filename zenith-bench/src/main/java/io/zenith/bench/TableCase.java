package io.zenith.bench;

import io.zenith.bench.PythonEntrant.Mode;
import io.zenith.bench.PythonEntrant.Touch;
import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All contenders on one generated table.
final class TableCase {
  private final GeneratedSet set;
  private final long rows;
  private final Path folder;
  private final Optional<PythonPeer> peer;

  TableCase(GeneratedSet set, long rows, Path folder, Optional<PythonPeer> peer) {
    this.set = set;
    this.rows = rows;
    this.folder = folder;
    this.peer = peer;
  }

  /// Writes the table, and lets the contenders run.
  CaseResult run(BenchPace pace, BenchProgress progress) throws IOException {
    CaseFiles files = BenchFiles.write(set, folder, rows);
    List<Entrant> entrants = new ArrayList<>();
    try {
      addJvms(entrants);
      addPython(entrants, files);
      List<Standing> standings = new Tournament(set.toString(), entrants, pace, progress).play();
      return new CaseResult(set.toString(), rows, standings);
    } finally {
      entrants.forEach(Entrant::close);
    }
  }

  private void addJvms(List<Entrant> entrants) throws IOException {
    for (JvmContender contender : JvmContender.values()) {
      for (Variant variant : Variant.values()) {
        // Only the table has float columns to be stacked.
        if (contender != JvmContender.ZENITH_STACK || set == GeneratedSet.TABLE) {
          entrants.add(new JvmEntrant(contender, variant, folder, set.toString()));
        }
      }
    }
  }

  private void addPython(List<Entrant> entrants, CaseFiles files) {
    for (Mode mode : Mode.values()) {
      for (Touch touch : Touch.values()) {
        peer.ifPresent(
            python -> entrants.add(new PythonEntrant(python, mode, touch, files.file())));
      }
    }
  }
}
