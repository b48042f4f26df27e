package io.zenith.cli;

import io.zenith.Remainder;
import io.zenith.arrow.Compression;
import io.zenith.bench.BenchCommand;
import io.zenith.csv.Ragged;
import io.zenith.parquet.Dictionaries;
import io.zenith.parquet.Variants;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/// `zenith`: the commands, and how each of them ends.
@Command(
    name = "zenith",
    header = "Feeds machine-learning training on the JVM.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Version.class,
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Examples:",
      "  zenith demo",
      "  zenith head train.arrow -n 5",
      "",
      "'zenith COMMAND --help' says more about a command."
    })
final class ZenithCommand {
  /// The exit code of a shell for a program that Ctrl-C has stopped.
  private static final int STOPPED = 130;

  private static final int WIDTH = 100;

  /// In the order in which help lists them.
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          InspectCommand.class,
          HeadCommand.class,
          ReadCommand.class,
          ExplainCommand.class,
          ConvertCommand.class,
          PackCommand.class,
          ReceiptsCommand.class,
          CacheCommand.class,
          GenerateCommand.class,
          BenchCommand.class,
          CompletionCommand.class,
          CommandLine.HelpCommand.class);

  private static final String[] BENCH_EXAMPLES = {
    "",
    "Examples:",
    "  zenith bench --quick",
    "  zenith bench --json bench.json --picture bench.png"
  };

  private static final String[] HELP_EXAMPLES = {
    "", "Examples:", "  zenith help", "  zenith help read"
  };

  /// Runs a command.
  ///
  /// @return 0, 1 if it failed, 2 if it was misused
  static int run(PrintWriter out, PrintWriter err, String... args) {
    CommandLine line = commandLine(needed(args)).setOut(out).setErr(err);
    try {
      int code = line.execute(args);
      if (code == ExitCode.OK) {
        out.flush();
      }
      return code;
    } catch (Throwable failure) { // also what picocli passes on, such as OutOfMemoryError
      List<CommandLine> parsed = line.getParseResult().asCommandLineList();
      return failed(failure, parsed.getLast(), List.of(args).contains(CommonOptions.STACKTRACE));
    }
  }

  /// The parser of all commands.
  static CommandLine commandLine() {
    return commandLine(COMMANDS);
  }

  /// The one command that is called by its name: to look at all options of all commands takes
  /// longer than most of them. All, where another word comes first, or where one looks at others.
  private static List<Class<?>> needed(String... args) {
    String first = args.length == 0 ? "" : args[0];
    boolean isAboutOthers = first.equals("help") || first.equals("completion");
    return COMMANDS.stream()
        .filter(type -> !isAboutOthers && name(type).equals(first))
        .findFirst()
        .<List<Class<?>>>map(List::of)
        .orElse(COMMANDS);
  }

  private static String name(Class<?> type) {
    return Objects.requireNonNull(type.getAnnotation(Command.class)).name();
  }

  private static CommandLine commandLine(List<Class<?>> commands) {
    CommandLine line = new CommandLine(new ZenithCommand(), ZenithCommand::make);
    commands.forEach(line::addSubcommand);
    CommandLine bench = line.getSubcommands().get("bench");
    if (bench != null) {
      bench.getCommandSpec().usageMessage().footer(BENCH_EXAMPLES);
    }
    CommandLine help = line.getSubcommands().get("help");
    if (help != null) {
      help.getCommandSpec().usageMessage().footer(HELP_EXAMPLES);
    }
    CommonOptions.addTo(line);
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("-V", "--version")
                .type(boolean.class)
                .versionHelp(true)
                .description("Show the version, the JVM and the formats that can be read.")
                .build());
    return line.setUsageHelpWidth(WIDTH)
        .setExecutionStrategy(ZenithCommand::execute)
        .registerConverter(Remainder.class, text -> Named.find(Remainder.class, text))
        .registerConverter(CacheAction.class, text -> Named.find(CacheAction.class, text))
        .registerConverter(Touch.class, text -> Named.find(Touch.class, text))
        .registerConverter(Ragged.class, text -> Named.find(Ragged.class, text))
        .registerConverter(Dictionaries.class, text -> Named.find(Dictionaries.class, text))
        .registerConverter(Variants.class, text -> Named.find(Variants.class, text))
        .registerConverter(Compression.class, text -> Named.find(Compression.class, text))
        .setParameterExceptionHandler((misuse, _) -> misused(misuse))
        .setExecutionExceptionHandler((failure, failed, parsed) ->
            failed(failure, failed, CommonOptions.isStacktraceAsked(parsed)));
  }

  /// The benchmark is of another module, which is told how commands show their progress.
  private static <K> K make(Class<K> type) throws Exception {
    return type == BenchCommand.class
        ? type.cast(
            new BenchCommand(err -> (what, unit, total) -> Progress.shown(err, what, unit, total)))
        : CommandLine.defaultFactory().create(type);
  }

  /// picocli shows help and version outside of its handler of failures, where a failure to write
  /// them would be shown with its stack trace.
  private static int execute(ParseResult parsed) {
    try {
      return new RunLast().execute(parsed);
    } catch (ClosedPipeException | CommandFailure e) {
      throw new ExecutionException(parsed.asCommandLineList().getLast(), "not written", e);
    }
  }

  private static int misused(ParameterException misuse) {
    CommandLine line = misuse.getCommandLine();
    CommandSpec command = line.getCommandSpec();
    PrintWriter err = line.getErr();
    err.println(command.qualifiedName() + ": " + Printable.of(String.valueOf(misuse.getMessage())));
    boolean suggested =
        isWrongCommand(misuse)
            ? suggestCommand((UnmatchedArgumentException) misuse, err)
            : UnmatchedArgumentException.printSuggestions(misuse, err);
    if (command.parent() == null && !suggested) {
      line.usage(err);
    } else {
      err.println("See '" + command.qualifiedName() + " --help'.");
    }
    err.flush();
    return ExitCode.USAGE;
  }

  private static boolean isWrongCommand(ParameterException misuse) {
    return misuse instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && misuse.getCommandLine().getParent() == null;
  }

  /// picocli compares pairs of letters, and finds `help` nearer to `hed` than `head`.
  private static boolean suggestCommand(UnmatchedArgumentException misuse, PrintWriter err) {
    CommandLine line = misuse.getCommandLine();
    List<String> guesses =
        Guess.of(misuse.getUnmatched().getFirst(), line.getSubcommands().keySet()).stream()
            .map(name -> line.getCommandName() + " " + name)
            .toList();
    if (!guesses.isEmpty()) {
      err.println("Did you mean: " + String.join(" or ", guesses) + "?");
    }
    return !guesses.isEmpty();
  }

  private static int failed(Throwable failure, CommandLine line, boolean stacktrace) {
    if (failure instanceof ClosedPipeException) {
      return ExitCode.OK;
    }
    if (Thread.currentThread().isInterrupted()) {
      return STOPPED;
    }
    PrintWriter err = line.getErr();
    err.println(line.getCommandSpec().qualifiedName() + ": " + Failures.line(failure));
    if (stacktrace) {
      failure.printStackTrace(err);
    }
    err.flush();
    return ExitCode.SOFTWARE;
  }
}
