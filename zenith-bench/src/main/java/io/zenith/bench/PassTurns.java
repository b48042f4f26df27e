package io.zenith.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Turns of readers of the same data, A B C A B C.
///
/// @param readers who reads
/// @param worth how many units a pass is worth
/// @param unit such as `GB`
record PassTurns(List<PassReader> readers, double worth, String unit) {

  /// What was found of one reader.
  ///
  /// @param rates how fast it was in each round
  /// @param cpu what it took of the processors, which other processes change less
  record Found(Series rates, Series cpu) {}

  /// Warms all up, and measures.
  ///
  /// @return what was found, in the order of the readers
  List<Found> run(BenchPace pace) throws IOException, InterruptedException {
    List<List<PassReader.Rate>> turns = new ArrayList<>();
    for (PassReader reader : readers) {
      reader.read(pace.warmUp().multipliedBy(reader.warmUps()));
      turns.add(new ArrayList<>());
    }
    for (int round = 0; round < pace.rounds(); round++) {
      for (int at = 0; at < readers.size(); at++) {
        turns.get(at).add(turn(readers.get(at), pace.turn()));
      }
    }
    return turns.stream().map(this::found).toList();
  }

  /// Its first pass finds caches that are full of what others had, and memory that it gave back
  /// while it waited: it counts only if it takes as long as a turn.
  private static PassReader.Rate turn(PassReader reader, Duration turn)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    PassReader.Rate first = reader.read(Duration.ZERO);
    return System.nanoTime() - began >= turn.toNanos() ? first : reader.read(turn);
  }

  /// As [#run(BenchPace)].
  ///
  /// @param name what they read
  /// @param results gets what was found of each
  List<Found> run(BenchPace pace, String name, List<ExperimentResult.Result> results)
      throws IOException, InterruptedException {
    List<Found> found = run(pace);
    for (int at = 0; at < found.size(); at++) {
      String title = readers.get(at).title();
      results.add(new ExperimentResult.Result(name, title, found.get(at).rates()));
      results.add(new ExperimentResult.Result(name, title, found.get(at).cpu()));
    }
    return found;
  }

  private Found found(List<PassReader.Rate> turns) {
    return new Found(
        Series.ofRounds(unit + "/s", turns.size(), at -> turns.get(at).passesPerSecond() * worth),
        Series.ofRounds("CPU s/" + unit, turns.size(), at -> turns.get(at).cpuSeconds() / worth));
  }
}
