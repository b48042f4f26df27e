package io.zenith.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Lets entrants run in turn, A B C A B C, after they agreed on the data.
final class Tournament {
  private final List<Entrant> entrants;
  private final BenchPace pace;
  private final Consumer<String> talk;

  Tournament(List<Entrant> entrants, BenchPace pace, Consumer<String> talk) {
    this.entrants = entrants;
    this.pace = pace;
    this.talk = talk;
  }

  /// Plays all rounds.
  ///
  /// @return the turns of each entrant, in the order of the entrants
  List<Standing> play() throws IOException {
    agree();
    talk.accept("all contenders deliver the same values; warming up");
    for (Entrant entrant : entrants) {
      entrant.warmUp(pace.warmUp());
    }
    List<List<Turn>> turns = new ArrayList<>();
    entrants.forEach(_ -> turns.add(new ArrayList<>()));
    for (int round = 1; round <= pace.rounds(); round++) {
      talk.accept("round " + round + " of " + pace.rounds());
      for (int i = 0; i < entrants.size(); i++) {
        turns.get(i).add(entrants.get(i).turn(pace.turn()));
      }
    }
    List<Standing> standings = new ArrayList<>();
    for (int i = 0; i < entrants.size(); i++) {
      standings.add(new Standing(entrants.get(i).title(), turns.get(i)));
    }
    return standings;
  }

  /// Figures mean nothing unless all did the same work.
  private void agree() throws IOException {
    Map<String, String> agreed = new TreeMap<>();
    Map<String, String> firstToSay = new TreeMap<>();
    for (Entrant entrant : entrants) {
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
    }
  }
}
