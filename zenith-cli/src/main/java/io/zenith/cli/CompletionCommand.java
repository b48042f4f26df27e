package io.zenith.cli;

import io.zenith.spi.NewFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `zenith completion`: what a shell needs to know to complete commands and options.
@Command(
    name = "completion",
    header = "Write a script by which bash and zsh complete commands and options.",
    footer = {
      "",
      "Examples:",
      "  zenith completion zenith-completion.sh",
      "  zenith completion /etc/bash_completion.d/zenith"
    })
final class CompletionCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Where to write it; it is replaced. Default: to stdout.")
  private @Nullable Path file;

  @Spec private @Nullable CommandSpec command;

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(command).root().commandLine();
    String script = AutoComplete.bash(line.getCommandName(), line);
    if (file != null) {
      NewFile.write(file, script.getBytes(StandardCharsets.UTF_8));
    } else {
      line.getOut().print(script);
      line.getOut().flush();
    }
    return CommandLine.ExitCode.OK;
  }
}
