package io.zenith.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The options that every command has.
final class CommonOptions {
  static final String STACKTRACE = "--stacktrace";

  private CommonOptions() {}

  /// Adds them to a command and all below it, where it lacks them; makes all helps look alike.
  static void addTo(CommandLine line) {
    CommandSpec command = line.getCommandSpec();
    add(command, OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help."));
    add(command, OptionSpec.builder(STACKTRACE).description("Show where a failure came from."));
    command
        .usageMessage()
        .abbreviateSynopsis(true)
        .sortOptions(false)
        .parameterListHeading("%nArguments:%n")
        .optionListHeading("%nOptions:%n");
    line.getSubcommands().values().forEach(CommonOptions::addTo);
  }

  /// Whether the stack trace of a failure is asked for, before or behind the command's name.
  static boolean isStacktraceAsked(ParseResult parsed) {
    return parsed.hasMatchedOption(STACKTRACE)
        || (parsed.hasSubcommand() && isStacktraceAsked(parsed.subcommand()));
  }

  private static void add(CommandSpec command, OptionSpec.Builder option) {
    OptionSpec built = option.type(boolean.class).build();
    if (command.findOption(built.longestName()) == null) {
      command.addOption(built);
    }
  }
}
