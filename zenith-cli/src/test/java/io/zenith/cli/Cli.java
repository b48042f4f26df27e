package io.zenith.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;

/// Runs a command in this JVM.
final class Cli {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Cli() {}

  /// How a command ended.
  record Result(int code, String out, String err) {

    /// The lines of stdout.
    List<String> lines() {
      return out.lines().toList();
    }

    /// Stdout as one JSON value.
    JsonNode json() {
      return parse(out);
    }
  }

  static Result run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
    int code = ZenithCommand.run(new PrintWriter(out), new PrintWriter(err), words);
    return new Result(code, out.toString(), err.toString());
  }

  /// As [#run], of what must succeed.
  static Result succeed(Object... args) {
    Result result = run(args);
    if (result.code != 0) {
      throw new AssertionError(Arrays.toString(args) + ": " + result);
    }
    return result;
  }

  static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }
}
