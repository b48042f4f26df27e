package io.zenith.spi;

import java.util.ArrayList;
import java.util.List;

/// A pattern for paths: `*` and `?` within a name, `[a-z]`, `[!a]`, `{a,b}`, and `**` for any
/// folders.
///
/// The matcher is our own, and the time it takes is bounded by the lengths of pattern and name
/// multiplied: the JDK's turns globs into regular expressions, which hostile patterns slow down
/// without bound.
public final class Glob {
  /// Alternatives multiply; more than this is a mistake or an attack.
  private static final int MOST_ALTERNATIVES = 1000;

  /// They may nest, and each is a call.
  private static final int MOST_BRACES = 100;

  private final List<List<String>> alternatives;

  private Glob(List<List<String>> alternatives) {
    this.alternatives = alternatives;
  }

  /// Whether the text has a character that means something in a glob.
  public static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
  }

  /// Whether a name is one that other programs give to what is no data: `.crc`, `_SUCCESS`.
  public static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }

  /// What all paths begin with that a pattern matches.
  public static String prefix(String pattern) {
    int end = 0;
    while (end < pattern.length() && !isGlob(pattern.substring(end, end + 1))) {
      end++;
    }
    return pattern.substring(0, end);
  }

  /// The part of a path pattern that is one folder, whatever the rest of it matches; with the slash
  /// behind it.
  public static String folder(String pattern) {
    int end = 0;
    for (int slash = pattern.indexOf('/'); slash >= 0; slash = pattern.indexOf('/', slash + 1)) {
      if (!isGlob(pattern.substring(0, slash))) {
        end = slash + 1;
      }
    }
    return pattern.substring(0, end);
  }

  /// The glob of a path pattern with `/` between names.
  ///
  /// @throws IllegalArgumentException if a brace or bracket is not closed, or there are too many
  ///   alternatives
  public static Glob of(String pattern) {
    if (pattern.chars().filter(c -> c == '{').count() > MOST_BRACES) {
      throw new IllegalArgumentException("a glob with more than " + MOST_BRACES + " braces");
    }
    List<String> expanded = new ArrayList<>();
    expand("", pattern, expanded);
    List<List<String>> alternatives =
        expanded.stream().map(path -> List.of(path.split("/"))).toList();
    alternatives.forEach(names -> names.forEach(Glob::requireClosed));
    return new Glob(alternatives);
  }

  private static void requireClosed(String name) {
    int p = 0;
    while (p < name.length()) {
      p = charEnd(name, p);
    }
  }

  private static void expand(String before, String rest, List<String> out) {
    int open = rest.indexOf('{');
    if (open < 0) {
      out.add(before + rest);
      if (out.size() > MOST_ALTERNATIVES) {
        throw new IllegalArgumentException(
            "a glob with more than " + MOST_ALTERNATIVES + " alternatives");
      }
      return;
    }
    int depth = 0;
    int start = open + 1;
    List<String> options = new ArrayList<>();
    for (int i = open; i < rest.length(); i++) {
      char c = rest.charAt(i);
      if (c == '{') {
        depth++;
      } else if ((c == ',' && depth == 1) || (c == '}' && --depth == 0)) {
        options.add(rest.substring(start, i));
        start = i + 1;
      }
      if (depth == 0) {
        String prefix = before + rest.substring(0, open);
        for (String option : options) {
          expand(prefix, option + rest.substring(i + 1), out);
        }
        return;
      }
    }
    throw new IllegalArgumentException("glob '" + rest + "': '{' without '}'");
  }

  /// Whether a path relative to the same folder matches as a whole.
  public boolean matches(List<String> names) {
    return alternatives.stream().anyMatch(pattern -> matches(pattern, names, true));
  }

  /// Whether a path below this folder can match.
  public boolean matchesFolder(List<String> names) {
    return alternatives.stream().anyMatch(pattern -> matches(pattern, names, false));
  }

  /// Steps through all states at once: `reached[i]` says that the first i names are used up.
  private static boolean matches(List<String> pattern, List<String> names, boolean whole) {
    boolean[] reached = new boolean[names.size() + 1];
    reached[0] = true;
    for (int p = 0; p < pattern.size(); p++) {
      String part = pattern.get(p);
      if (!whole && reached[names.size()]) {
        return true;
      }
      boolean[] next = new boolean[names.size() + 1];
      for (int i = 0; i <= names.size(); i++) {
        if (part.equals("**")) {
          next[i] = reached[i] || (i > 0 && next[i - 1]);
        } else {
          next[i] = i > 0 && reached[i - 1] && nameMatches(part, names.get(i - 1));
        }
      }
      reached = next;
      if (!whole && part.equals("**") && reached[names.size()]) {
        return true;
      }
    }
    return whole && reached[names.size()];
  }

  /// Whether one name matches: on a mismatch only the last star can give way, so no path is tried
  /// twice.
  private static boolean nameMatches(String pattern, String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int starName = 0;
    while (n < name.length()) {
      int end = p < pattern.length() ? charEnd(pattern, p) : p;
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        starName = n;
      } else if (p < pattern.length() && charMatches(pattern, p, end, name.codePointAt(n))) {
        p = end;
        n = next(name, n);
      } else if (star >= 0) {
        p = star + 1;
        starName = next(name, starName);
        n = starName;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /// Where the pattern of one character that begins at `p` ends.
  private static int charEnd(String pattern, int p) {
    if (pattern.charAt(p) != '[') {
      return next(pattern, p);
    }
    int close = pattern.indexOf(']', p + 2);
    if (close < 0) {
      throw new IllegalArgumentException("glob '" + pattern + "': '[' without ']'");
    }
    return close + 1;
  }

  private static boolean charMatches(String pattern, int p, int end, int c) {
    int first = pattern.codePointAt(p);
    if (first != '[') {
      return first == '?' || first == c;
    }
    boolean negated = pattern.charAt(p + 1) == '!';
    boolean found = false;
    int i = p + (negated ? 2 : 1);
    while (i < end - 1) {
      int low = pattern.codePointAt(i);
      int high = low;
      i = next(pattern, i);
      if (i + 1 < end - 1 && pattern.charAt(i) == '-') {
        high = pattern.codePointAt(i + 1);
        i = next(pattern, i + 1);
      }
      found |= low <= c && c <= high;
    }
    return found != negated;
  }

  /// The place behind a character, which may be two `char`s.
  private static int next(String text, int place) {
    return place + Character.charCount(text.codePointAt(place));
  }
}
