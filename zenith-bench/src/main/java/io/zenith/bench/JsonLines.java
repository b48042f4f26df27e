package io.zenith.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// How the processes of readers talk: each line of standard input is answered with a line of JSON.
final class JsonLines {
  private JsonLines() {}

  /// Says what a line asks for.
  @FunctionalInterface
  interface Answer {
    Object to(String line) throws IOException, InterruptedException;
  }

  /// Answers all lines.
  static void serve(Answer answer) throws IOException, InterruptedException {
    ObjectMapper json = new ObjectMapper();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(json.writeValueAsString(answer.to(line)));
      System.out.flush();
    }
  }
}
