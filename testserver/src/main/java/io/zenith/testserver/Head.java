package io.zenith.testserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The head of a request or an answer: its first line and its header lines as they came, so that
/// what is passed on stays what was signed.
record Head(List<String> lines) {
  Head {
    lines = List.copyOf(lines);
  }

  /// The method of a request.
  String method() {
    return word(0);
  }

  /// The path and query of a request.
  String target() {
    return word(1);
  }

  /// The path of a request.
  String path() {
    int query = target().indexOf('?');
    return query < 0 ? target() : target().substring(0, query);
  }

  /// The status of an answer.
  int status() {
    return Integer.parseInt(word(1));
  }

  private String word(int index) {
    String[] words = lines.getFirst().split(" ", -1);
    return index < words.length ? words[index] : "";
  }

  /// The value of a header.
  Optional<String> header(String name) {
    return lines.stream()
        .skip(1)
        .filter(line -> names(line, name))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }

  /// Whether a header has this value.
  boolean says(String name, String value) {
    return header(name).filter(value::equalsIgnoreCase).isPresent();
  }

  /// This head with a header of this value, in place of any that it has.
  Head with(String name, String value) {
    List<String> changed = new ArrayList<>(without(name).lines);
    changed.add(name + ": " + value);
    return new Head(changed);
  }

  Head without(String name) {
    return new Head(lines.stream().filter(line -> !names(line, name)).toList());
  }

  private static boolean names(String line, String name) {
    return line.regionMatches(true, 0, name + ":", 0, name.length() + 1);
  }

  byte[] bytes() {
    return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(ISO_8859_1);
  }
}
