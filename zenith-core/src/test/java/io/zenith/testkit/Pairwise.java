package io.zenith.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Cases of several choices, few of them, in which each two choices meet in each way: most faults
/// need no more than two.
public final class Pairwise {
  private Pairwise() {}

  /// A choice of one thing and one of another.
  private record Pair(int thing, int choice, int other, int otherChoice) {}

  /// The cases, of which each has a number below `choices[i]` at place `i`.
  public static List<int[]> of(int... choices) {
    List<int[]> all = all(choices);
    Set<Pair> missing = new HashSet<>();
    all.forEach(each -> missing.addAll(pairs(each)));
    List<int[]> chosen = new ArrayList<>();
    while (!missing.isEmpty()) {
      int[] best = all.getFirst();
      long most = -1;
      for (int[] each : all) {
        long met = pairs(each).stream().filter(missing::contains).count();
        if (met > most) {
          most = met;
          best = each;
        }
      }
      missing.removeAll(new HashSet<>(pairs(best)));
      chosen.add(best);
    }
    return chosen;
  }

  /// All cases.
  public static List<int[]> all(int... choices) {
    List<int[]> cases = new ArrayList<>();
    cases.add(new int[0]);
    for (int count : choices) {
      List<int[]> longer = new ArrayList<>();
      for (int[] each : cases) {
        for (int choice = 0; choice < count; choice++) {
          int[] more = Arrays.copyOf(each, each.length + 1);
          more[each.length] = choice;
          longer.add(more);
        }
      }
      cases = longer;
    }
    return cases;
  }

  private static List<Pair> pairs(int[] each) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < each.length; i++) {
      for (int j = i + 1; j < each.length; j++) {
        pairs.add(new Pair(i, each[i], j, each[j]));
      }
    }
    return pairs;
  }
}
