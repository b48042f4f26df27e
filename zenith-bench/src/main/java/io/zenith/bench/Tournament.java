package io.zenith.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Lets entrants run in turn, A B C A B C, after they agreed on the data.
final class Tournament {
  private final String name;
  private final List<Entrant> entrants;
  private final BenchPace pace;
  private final BenchProgress progress;

  /// @param name what they run on
  Tournament(String name, List<Entrant> entrants, BenchPace pace, BenchProgress progress) {
    this.name = name;
    this.entrants = entrants;
    this.pace = pace;
    this.progress = progress;
  }

  /// Plays all rounds.
  ///
  /// @return the turns of each entrant, in the order of the entrants
  List<Standing> play() throws IOException {
    agree();
    warmUp();
    List<List<Turn>> turns = turns();
    List<Standing> standings = new ArrayList<>();
    for (int i = 0; i < entrants.size(); i++) {
      standings.add(new Standing(entrants.get(i).title(), turns.get(i)));
    }
    return standings;
  }

  private void warmUp() throws IOException {
    try (BenchProgress.Part part = begin("warming up", "contenders", entrants.size())) {
      for (int i = 0; i < entrants.size(); i++) {
        entrants.get(i).warmUp(pace.warmUp());
        part.at(i + 1);
      }
    }
  }

  private List<List<Turn>> turns() throws IOException {
    List<List<Turn>> turns = new ArrayList<>();
    entrants.forEach(_ -> turns.add(new ArrayList<>()));
    int all = pace.rounds() * entrants.size();
    try (BenchProgress.Part part = begin("measuring", "turns", all)) {
      for (int turn = 0; turn < all; turn++) {
        int i = turn % entrants.size();
        turns.get(i).add(entrants.get(i).turn(pace.turn()));
        part.at(turn + 1);
      }
    }
    return turns;
  }

  private BenchProgress.Part begin(String what, String unit, int total) {
    return progress.begin(name + ": " + what, unit, total);
  }

  /// Figures mean nothing unless all did the same work.
  private void agree() throws IOException {
    Map<String, String> agreed = new TreeMap<>();
    Map<String, String> firstToSay = new TreeMap<>();
    try (BenchProgress.Part part = begin("comparing values", "contenders", entrants.size())) {
      for (int i = 0; i < entrants.size(); i++) {
        Entrant entrant = entrants.get(i);
        entrant
            .checksums()
            .forEach((column, checksum) -> {
              firstToSay.putIfAbsent(column, entrant.title());
              String before = agreed.putIfAbsent(column, checksum);
              if (before != null && !before.equals(checksum)) {
                throw new BenchFailure(
                    "column '%s' has the checksum %s with %s, but %s with %s"
                        .formatted(
                            column, before, firstToSay.get(column), checksum, entrant.title()));
              }
            });
        part.at(i + 1);
      }
    }
  }
}
