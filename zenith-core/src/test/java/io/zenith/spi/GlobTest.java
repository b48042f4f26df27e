package io.zenith.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

class GlobTest {

  private static boolean matches(String pattern, String path) {
    return Glob.of(pattern).matches(List.of(path.split("/", -1)));
  }

  private static void yes(String pattern, String... paths) {
    for (String path : paths) {
      assertTrue(matches(pattern, path), pattern + " should match " + path);
    }
  }

  private static void no(String pattern, String... paths) {
    for (String path : paths) {
      assertFalse(matches(pattern, path), pattern + " should not match " + path);
    }
  }

  @Test
  void thePrefixEndsBeforeTheFirstCharacterThatMeansSomething() {
    for (String special : List.of("*.x", "?", "[ab].x", "{a,b}/c")) {
      assertEquals("a/b", Glob.prefix("a/b" + special));
    }
    assertEquals("a/b", Glob.prefix("a/b"));
    assertEquals("", Glob.prefix("*"));
  }

  @Test
  void starsAndQuestionMarksStayWithinAName() {
    yes("*.arrow", ".arrow", "a.arrow", "a.b.arrow");
    no("*.arrow", "a.arro", "a.arrow2", "x/a.arrow");
    yes("a?c", "abc", "a😀c", "aéc");
    no("a?c", "ac", "abbc", "a/c");
    yes("*", "a", "");
    yes("a*b*c", "abc", "aXbXbXc");
    no("a*b*c", "acb");
  }

  @Test
  void bracketsHoldSetsRangesAndTheirNegation() {
    yes("[abc]", "a", "c");
    no("[abc]", "d", "ab");
    yes("[a-c0-9]", "b", "5");
    no("[a-c]", "B", "-");
    yes("[!a-c]", "d", "-");
    no("[!a-c]", "b", "");
    yes("[a-]", "a", "-");
    yes("[]]", "]");
    yes("[😀-😂]", "😁");
    no("[😀-😂]", "😃");
  }

  @Test
  void twoStarsStandForAnyFolders() {
    yes("**", "a", "a/b", "a/b/c");
    yes("**/x", "x", "a/x", "a/b/x");
    no("**/x", "y", "x/y");
    yes("a/**/x", "a/x", "a/b/c/x");
    no("a/**/x", "x", "b/x");
    yes("a/**", "a/x", "a/b/x");
    yes("**/a/**/b", "a/b", "x/a/y/b");
  }

  @Test
  void bracesHoldAlternatives() {
    yes("{a,b}", "a", "b");
    yes("x{,y}z", "xz", "xyz");
    yes("{a,b{c,d}}e", "ae", "bce", "bde");
    no("{a,b{c,d}}e", "be");
    yes("{a/b,c}/d", "a/b/d", "c/d");
    yes("*.{arrow,parquet}", "x.arrow", "x.parquet");
  }

  @Test
  void aFolderIsEnteredOnlyIfSomethingInItCanMatch() {
    assertTrue(Glob.of("a/*/c").matchesFolder(List.of("a")));
    assertTrue(Glob.of("a/*/c").matchesFolder(List.of("a", "b")));
    assertFalse(Glob.of("a/*/c").matchesFolder(List.of("b")));
    assertFalse(Glob.of("a/*/c").matchesFolder(List.of("a", "b", "c")));
    assertTrue(Glob.of("**/c").matchesFolder(List.of("a", "b", "c")));
    assertFalse(Glob.of("*.x").matchesFolder(List.of("a.x")));
  }

  @Test
  void whatIsNotClosedOrMultipliesWithoutEndIsRefused() {
    for (String bad : List.of("a[", "[", "x/[ab", "a[!", "[]")) {
      assertThrows(IllegalArgumentException.class, () -> Glob.of(bad), bad);
    }
    for (String bad : List.of("{", "a{b", "{a,{b}", "{a}{b")) {
      assertThrows(IllegalArgumentException.class, () -> Glob.of(bad), bad);
    }
    IllegalArgumentException many =
        assertThrows(IllegalArgumentException.class, () -> Glob.of("{a,b}".repeat(50)));
    assertEquals("a glob with more than 1000 alternatives", many.getMessage());
    for (String bad : List.of("{a,b}".repeat(200), "{".repeat(50_000), "{a}".repeat(101))) {
      IllegalArgumentException braces =
          assertThrows(IllegalArgumentException.class, () -> Glob.of(bad));
      assertEquals("a glob with more than 100 braces", braces.getMessage());
    }
  }

  @Test
  void hostilePatternsAndNamesTakeNoTime() {
    String name = "a".repeat(10_000);
    List<String> patterns =
        List.of(
            "*a".repeat(5_000) + "b",
            "*".repeat(10_000) + "b",
            "*[a]".repeat(2_500) + "b",
            "*?".repeat(5_000) + "b",
            "**/".repeat(3_000) + "b",
            "[" + "a-b".repeat(3_000) + "]*b");
    for (String pattern : patterns) {
      assertTimeout(
          Duration.ofSeconds(1),
          () -> assertFalse(matches(pattern, name)),
          () -> pattern.substring(0, 9));
    }
    String deep = "x/".repeat(300) + "x";
    assertTimeout(
        Duration.ofSeconds(1), () -> assertFalse(matches("**/x/".repeat(1_000) + "b", deep)));
    assertTimeout(
        Duration.ofSeconds(1),
        () -> assertTrue(matches("{".repeat(100) + "a" + "}".repeat(100), "a")));
  }

  /// Where both mean the same: no hidden files, no escapes, no empty names, no nested braces.
  @Test
  void matchesAsTheJdkDoes() {
    Property.check(
        50_000,
        (random, _) -> {
          String pattern = pattern(random);
          String path = name(random);
          while (random.nextInt(3) == 0) {
            path += "/" + name(random);
          }
          PathMatcher jdk;
          try {
            jdk = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
          } catch (PatternSyntaxException e) {
            return;
          }
          assertEquals(
              jdk.matches(Path.of(path)), matches(pattern, path), pattern + " and " + path);
        });
  }

  private static String name(SplittableRandom random) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i <= random.nextInt(4); i++) {
      name.append(
          "ab-😀"
              .codePoints().skip(random.nextInt(4)).findFirst().stream()
                  .mapToObj(Character::toString)
                  .findFirst()
                  .orElseThrow());
    }
    return name.toString();
  }

  private static String pattern(SplittableRandom random) {
    List<String> pieces =
        List.of(
            "a", "b", "-", "😀", "*", "?", "[ab]", "[!a]", "[a-b]", "{a,b}", "{ab,?}", "/",
            "{a/b,b}");
    StringBuilder pattern = new StringBuilder("a?*b".substring(random.nextInt(4)).substring(0, 1));
    for (int i = 0; i <= random.nextInt(5); i++) {
      String piece = pieces.get(random.nextInt(pieces.size()));
      boolean doubled = piece.equals("*") && pattern.charAt(pattern.length() - 1) == '*';
      boolean empty = piece.equals("/") && pattern.charAt(pattern.length() - 1) == '/';
      if (!doubled && !empty) {
        pattern.append(piece);
      }
    }
    boolean open = pattern.charAt(pattern.length() - 1) == '/';
    return open ? pattern + "a" : pattern.toString();
  }
}
