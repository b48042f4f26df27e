package io.zenith.cli;

import io.zenith.TrailComparison;
import io.zenith.TrailComparison.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `zenith receipts`: whether two runs delivered the same rows at each step.
@Command(
    name = "receipts",
    header = "Compare the trails of two runs, and name the first step that differs.",
    footer = {
      "",
      "Exit code 0 if they are equal, 1 if they are not or cannot be compared.",
      "",
      "Examples:",
      "  zenith receipts monday.trail tuesday.trail",
      "  zenith receipts rank0.trail,rank1.trail single.trail --json"
    })
final class ReceiptsCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "The trail of a run, or those of its ranks, separated by commas.")
  private String first = "";

  @Parameters(index = "1", paramLabel = "B", description = "As A, of another run.")
  private String second = "";

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    TrailComparison comparison = TrailComparison.of(files(first), files(second));
    output.report(
        new ReceiptsReport(
            comparison.outcome() == Outcome.EQUAL,
            comparison.outcome(),
            first,
            second,
            comparison.fromEpoch(),
            comparison.fromStep(),
            comparison.equalSteps(),
            comparison.epoch(),
            comparison.step()));
    return comparison.outcome() == Outcome.EQUAL ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /// The files of a list; a comma may also be part of the name of a file that is there.
  private List<Path> files(String list) {
    List<String> names = Files.exists(Path.of(list)) ? List.of(list) : List.of(list.split(",", -1));
    if (names.contains("")) {
      throw new ParameterException(
          output.command().commandLine(), "'" + list + "' has an empty name of a file");
    }
    return names.stream().map(Path::of).toList();
  }
}
