package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Turns of loaders and of what Python has over the same rows, a pass of each being 10^6 rows.
///
/// @param name what is delivered
/// @param readers the loaders, and then the others
/// @param rates how fast each was
/// @param notes what is not there to run
record ShuffledRounds(
    String name, List<PassReader> readers, List<Series> rates, List<String> notes) {

  /// The others: a file that Python reads.
  ///
  /// @param what `numbers` or `blobs`
  /// @param window rows that are shuffled together, or 0 for all
  record Others(Optional<PythonPeer> peer, String what, Path file, long window) {}

  /// Lets all have their turns.
  ///
  /// @throws BenchFailure if they do not deliver the same
  static ShuffledRounds run(
      String name, BenchPace pace, List<ShuffledPasses> loaders, Others others)
      throws IOException, InterruptedException {
    if (others.peer.isEmpty()) {
      return run(name, pace, loaders, List.of(), List.of(PythonPeer.HINT));
    }
    try (ServedPasses python =
        PythonPasses.ofShuffled(others.peer.get(), others.what, others.file, others.window)) {
      if (!python.readers().isEmpty()) {
        ColumnChecksums.requireSame(
            name, loaders.getFirst().checksums(), "Python", python.checksums());
      }
      return run(name, pace, loaders, python.readers(), python.missing());
    }
  }

  private static ShuffledRounds run(
      String name,
      BenchPace pace,
      List<ShuffledPasses> loaders,
      List<PassReader> others,
      List<String> notes)
      throws IOException, InterruptedException {
    List<PassReader> readers = new ArrayList<>(loaders);
    readers.addAll(others);
    List<PassTurns.Found> found = new PassTurns(readers, 1, "million rows").run(pace);
    List<Series> rates = found.stream().map(PassTurns.Found::rates).toList();
    return new ShuffledRounds(name, readers, rates, notes);
  }

  /// Of a loader, in millions of rows a second.
  double rate(int loader) {
    return rates.get(loader).median();
  }

  /// Of a loader to those whose titles begin so: to the fastest of them, or NaN if there is none.
  double ratio(int loader, String title) {
    return IntStream.range(0, readers.size())
        .filter(at -> readers.get(at).title().startsWith(title))
        .mapToDouble(at -> Series.ratio(rates.get(loader), rates.get(at)))
        .min()
        .orElse(Double.NaN);
  }

  List<ExperimentResult.Result> results() {
    return IntStream.range(0, readers.size())
        .mapToObj(at -> new ExperimentResult.Result(name, readers.get(at).title(), rates.get(at)))
        .toList();
  }
}
