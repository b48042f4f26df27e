package io.zenith.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A main class in a JVM of its own: for what would bring down this one, and for what depends on
/// how a JVM is started.
public final class ChildJvm {
  private final String main;
  private final List<String> flags = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private String classPath = System.getProperty("java.class.path");
  private Duration timeout = Duration.ofSeconds(60);

  private ChildJvm(String main) {
    this.main = main;
  }

  /// How it ended.
  ///
  /// @param exitCode 134 where the JVM aborted
  /// @param stdout all it wrote there
  /// @param stderr all it wrote there
  public record Result(int exitCode, String stdout, String stderr) {
    /// Everything, for the message of an assertion.
    @Override
    public String toString() {
      return "exit code " + exitCode + "\n--- stdout\n" + stdout + "\n--- stderr\n" + stderr;
    }
  }

  /// A child that will run this class, without flags, on the class path of this JVM.
  public static ChildJvm of(Class<?> main) {
    return of(main.getName());
  }

  /// As [#of(Class)], of a class that this JVM does not have.
  public static ChildJvm of(String main) {
    return new ChildJvm(main);
  }

  /// Flags of the JVM.
  public ChildJvm flags(String... more) {
    flags.addAll(List.of(more));
    return this;
  }

  /// Arguments of the main class.
  public ChildJvm arguments(Object... more) {
    for (Object argument : more) {
      arguments.add(argument.toString());
    }
    return this;
  }

  /// Another class path.
  public ChildJvm classPath(String path) {
    classPath = path;
    return this;
  }

  /// How long it may run; a minute unless set.
  public ChildJvm timeout(Duration limit) {
    timeout = limit;
    return this;
  }

  /// Starts it, without anything to read. Who calls this sees to its end.
  public Process start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  /// Runs it to its end. One that takes too long is killed, and that is an error.
  public Result run() throws IOException, InterruptedException {
    Process process = start();
    CompletableFuture<String> stdout = drain(process.getInputStream());
    CompletableFuture<String> stderr = drain(process.getErrorStream());
    boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    Result result = new Result(process.exitValue(), stdout.join(), stderr.join());
    if (!ended) {
      throw new AssertionError(main + " did not end within " + timeout + ": " + result);
    }
    return result;
  }

  private static CompletableFuture<String> drain(InputStream stream) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try (stream) {
            text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
          } catch (IOException e) {
            text.completeExceptionally(new UncheckedIOException(e));
          }
        });
    return text;
  }
}
