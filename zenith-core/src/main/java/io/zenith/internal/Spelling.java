package io.zenith.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds what someone may have meant by a wrong name.
public final class Spelling {
  private Spelling() {}

  /// The nearest of some names, if it is near enough to be a slip: a third of the letters, at least
  /// one.
  public static Optional<String> nearest(String name, Collection<String> names) {
    int limit = Math.max(1, name.length() / 3);
    return names.stream()
        .filter(other -> distance(name, other) <= limit)
        .min(
            Comparator.<String>comparingInt(other -> distance(name, other))
                .thenComparing(Comparator.naturalOrder()));
  }

  /// Asks whether that was meant, behind a wrong name.
  public static String question(Optional<String> meant) {
    return meant.map(name -> " (did you mean '" + name + "'?)").orElse("");
  }

  /// Edit distance with swaps of neighbours (optimal string alignment), without case.
  private static int distance(String left, String right) {
    if (Math.abs(left.length() - right.length()) > left.length()) {
      return Integer.MAX_VALUE;
    }
    int[][] cost = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cost(cost, left, right, i, j);
      }
    }
    return cost[left.length()][right.length()];
  }

  private static int cost(int[][] cost, String left, String right, int i, int j) {
    boolean same = sameLetter(left, i - 1, right, j - 1);
    int best =
        Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1
            && j > 1
            && sameLetter(left, i - 1, right, j - 2)
            && sameLetter(left, i - 2, right, j - 1);
    return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
  }

  private static boolean sameLetter(String left, int i, String right, int j) {
    return Character.toLowerCase(left.charAt(i)) == Character.toLowerCase(right.charAt(j));
  }
}
