package io.zenith.bench;

import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `zenith bench`: Zenith and its peers by the protocol of the published benchmark, in one run.
@Command(
    name = "bench",
    header = "Measure Zenith beside its peers on this machine.",
    description = {
      "",
      "Reads two generated tables in batches of 64 with each contender, in turn, after all agreed on",
      "a checksum of all values. Then reads large files warm and cold, and opens one of 1,000 record",
      "batches. Prints a line a contender and a line a figure. --quick is for seeing that all works:",
      "its figures are rough.",
      "",
      "arrow reads files that PyArrow compressed, beside PyArrow and the codec alone with two threads",
      "each, writes files beside a plain loop, and shows batches to arrow-java.",
      "",
      "parquet reads files that PyArrow and parquet-java wrote, beside parquet-java, and beside",
      "PyArrow, Polars and DuckDB, as far as the Python has them, with two threads each.",
      "",
      "csv reads delimited text beside the same, and beside FastCSV.",
      "",
      "pipeline reads in file order beside a scan by hand, and shuffles beside NumPy, torch and",
      "Hugging Face datasets, as far as the Python has them.",
      "",
      "images decodes images beside ImageIO alone, and reads a packed file beside the folder of files.",
      "",
      "remote trains on images in a bucket behind a slow wire, with less and more of the loader, reads",
      "a bucket beside bare requests, and a cache beside a file.",
      "",
      "training trains in DJL and Deeplearning4j, beside their own ways to read. The first time it",
      "fetches them, 250 MB."
    })
public final class BenchCommand implements Callable<Integer> {
  private static final String DEFAULT = "Default: ${DEFAULT-VALUE}.";

  @Parameters(
      arity = "0..1",
      paramLabel = "WHAT",
      converter = SuiteName.class,
      description = "${COMPLETION-CANDIDATES}. " + DEFAULT)
  private Suite suite = Suite.BATCHES;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all runs to a file, as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description = "Draw the rates of batches, or how busy the accelerator of remote is, as PNG.")
  private @Nullable Path picture;

  @Option(
      names = "--python",
      paramLabel = "PROGRAM",
      description = "A Python that has PyArrow. Default: ZENITH_PYTHON, else python3.")
  private @Nullable String python;

  @Option(
      names = "--duckdb",
      paramLabel = "JAR",
      description = "DuckDB's JDBC driver, to be measured with parquet and csv.")
  private @Nullable Path duckDb;

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each table. " + DEFAULT)
  private long rows = 10_000;

  @Option(names = "--runs", paramLabel = "N", description = "Turns of each contender. " + DEFAULT)
  private int runs = 7;

  @Option(names = "--quick", description = "Short turns, small files.")
  private boolean quick;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where to put files while it runs, 3.2 GB in all. " + DEFAULT)
  private Path parent = Path.of(System.getProperty("java.io.tmpdir"));

  private final Function<PrintWriter, BenchProgress> screen;

  @Spec private @Nullable CommandSpec command;

  /// By its name, where picocli would know each suite by that of the constant, too.
  private static final class SuiteName implements ITypeConverter<Suite> {
    @Override
    public Suite convert(String text) {
      for (Suite suite : Suite.values()) {
        if (suite.toString().equals(text)) {
          return suite;
        }
      }
      throw new TypeConversionException(
          "'"
              + text
              + "' is none of "
              + Stream.of(Suite.values()).map(Suite::toString).collect(Collectors.joining(", ")));
    }
  }

  /// For the command line, which sets the options.
  ///
  /// @param screen how progress is shown where errors go to
  public BenchCommand(Function<PrintWriter, BenchProgress> screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireAtLeastOne("--rows", rows);
    requireAtLeastOne("--runs", runs);
    Optional<PythonPeer> peer = peer();
    if (duckDb != null && !Files.isRegularFile(duckDb)) {
      throw new ParameterException(
          command().commandLine(), "--duckdb " + duckDb + ": there is no such file");
    }
    ResultFile.require("--json", json);
    ResultFile.require("--picture", picture);
    if (picture != null && !suite.hasPicture()) {
      throw new ParameterException(
          command().commandLine(),
          "--picture draws " + Suite.BATCHES + " and " + Suite.REMOTE + ", not " + suite);
    }
    Machine machine = Machine.here(peer.map(PythonPeer::versions).orElse(PythonPeer.HINT));
    BenchProgress progress = screen.apply(command().commandLine().getErr());
    try (WorkFolder folder = new WorkFolder(parent)) {
      BenchRun run =
          new BenchRun(folder.path(), runs, quick, peer, Optional.ofNullable(duckDb), progress);
      print(List.of("machine: " + machine, run.pace().toString(), ""));
      if (suite == Suite.BATCHES) {
        for (GeneratedSet set : List.of(GeneratedSet.TABLE, GeneratedSet.IMAGES)) {
          CaseResult result = run.table(set, rows);
          print(result);
        }
      }
      if (suite == Suite.PARQUET) {
        run.parquetTable(rows).ifPresent(this::print);
      }
      for (ExperimentWorker.Kind kind : ExperimentWorker.Kind.values()) {
        if (kind.suite() == suite) {
          print(run.experiment(kind).lines());
        }
      }
      print(FigureTable.lines(run.figures()));
      if (quick) {
        print(List.of("--quick: turns are too short for these figures to mean much"));
      }
      run.write(machine, json, picture);
    }
    return 0;
  }

  /// The Python that is asked for, which must be there, else the one that may be.
  private Optional<PythonPeer> peer() throws IOException {
    String variable = System.getenv("ZENITH_PYTHON");
    String asked = python != null ? python : variable;
    try {
      return PythonPeer.probe(asked != null ? asked : "python3");
    } catch (IOException e) {
      if (asked == null) {
        return Optional.empty();
      }
      String what = python != null ? "--python " + python : "ZENITH_PYTHON=" + variable;
      throw new ParameterException(
          command().commandLine(), what + ": there is no such program to start", e);
    }
  }

  private void requireAtLeastOne(String option, long value) {
    if (value < 1) {
      throw new ParameterException(command().commandLine(), option + " " + value + ": at least 1");
    }
  }

  private void print(CaseResult result) {
    print(CaseTable.lines(result, command().commandLine().getColorScheme().ansi()));
  }

  private void print(List<String> lines) {
    PrintWriter out = command().commandLine().getOut();
    lines.forEach(out::println);
    out.flush();
  }

  private CommandSpec command() {
    if (command == null) {
      throw new IllegalStateException("used before the command line was parsed");
    }
    return command;
  }
}
