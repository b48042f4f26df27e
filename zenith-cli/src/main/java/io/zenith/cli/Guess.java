package io.zenith.cli;

import java.util.Collection;
import java.util.List;

/// Which names a mistyped word may have meant.
final class Guess {
  private Guess() {}

  /// The nearest names, if they are near enough for a slip: more than one if they are equally near.
  static List<String> of(String word, Collection<String> names) {
    int nearest = names.stream().mapToInt(name -> distance(word, name)).min().orElse(0);
    int slip = 1 + word.length() / 4;
    return nearest > slip
        ? List.of()
        : names.stream().filter(name -> distance(word, name) == nearest).sorted().toList();
  }

  /// How many letters have to be put in, taken out, changed, or swapped with their neighbour.
  private static int distance(String left, String right) {
    int[][] costs = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        costs[i][j] = i == 0 || j == 0 ? i + j : cost(costs, left, right, i, j);
      }
    }
    return costs[left.length()][right.length()];
  }

  private static int cost(int[][] costs, String left, String right, int i, int j) {
    int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
    int cost =
        Math.min(Math.min(costs[i - 1][j], costs[i][j - 1]) + 1, costs[i - 1][j - 1] + change);
    boolean swapped =
        i > 1
            && j > 1
            && left.charAt(i - 1) == right.charAt(j - 2)
            && left.charAt(i - 2) == right.charAt(j - 1);
    return swapped ? Math.min(cost, costs[i - 2][j - 2] + 1) : cost;
  }
}
