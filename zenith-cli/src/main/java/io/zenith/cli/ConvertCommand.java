package io.zenith.cli;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import io.zenith.arrow.Compression;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `zenith convert`: writes a dataset to one Arrow file or stream.
@Command(
    name = "convert",
    header = "Write a dataset to one Arrow file or stream.",
    footer = {
      "",
      "Examples:",
      "  zenith convert 'parts/*.arrows' train.arrow",
      "  zenith convert train.arrow small.arrows --columns id,label --codec zstd",
      "  generator | zenith convert - train.arrow"
    })
final class ConvertCommand implements Callable<Integer> {
  /// Where the source does not say: a few MB in most tables, and what others write.
  private static final int BATCH_ROWS = 65_536;

  @Parameters(
      arity = "1..*",
      paramLabel = "SRC... DST",
      hideParamSyntax = true,
      description = {
        "SRC: files, folders or globs, together one dataset; or - alone, an Arrow stream on"
            + " standard input.",
        "DST: where to write: *.arrow, a file, or *.arrows, a stream."
      })
  private List<String> paths = List.of();

  @Mixin private final Output output = new Output();
  @Mixin private final ColumnsOption columns = new ColumnsOption();
  @Mixin private final MemoryOption memory = new MemoryOption();
  @Mixin private final FormatOptions format = new FormatOptions();

  @Option(
      names = "--codec",
      paramLabel = "CODEC",
      defaultValue = "none",
      description = "How to compress: none, lz4 or zstd. Default: none.")
  private Compression codec = Compression.NONE;

  @Option(
      names = "--batch-rows",
      paramLabel = "N",
      description =
          "Rows a record batch. Default: as in SRC where all have the same number, else 65,536.")
  private @Nullable Integer batchRows;

  @Option(names = "--force", description = "Replace DST if it exists.")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    Path target = target();
    ArrowWriter.Builder writer = writer(target).codec(codec);
    if (batchRows != null && batchRows < 1) {
      throw misuse("--batch-rows " + batchRows + ": at least 1");
    }
    TargetFile.requireFolder(target);
    List<String> sources = paths.subList(0, paths.size() - 1);
    boolean isStream = PathsArgument.isStream(sources);
    if (isStream) {
      // Before anyone waits for the stream.
      refuseToReplace(target, List.of());
    }
    Dataset dataset = columns.select(PathsArgument.open(sources, format, output.command()));
    refuseToReplace(target, dataset.files());
    int rows = batchRows(dataset, isStream);
    if (isStream || joins(dataset, rows)) {
      refuseOrder(dataset);
    }
    try (DataLoader loader = memory.set(dataset.loader(rows)).build()) {
      Conversion conversion = new Conversion(dataset, loader, target, output);
      conversion.run(force ? writer.replaceExisting() : writer, isStream ? 0 : dataset.rowCount());
      output.report(
          new ConvertReport(
              target.toString(),
              conversion.rows(),
              conversion.batches(),
              codec.toString(),
              Files.size(target)));
    }
    return 0;
  }

  private int batchRows(Dataset dataset, boolean isStream) {
    if (batchRows != null) {
      return batchRows;
    }
    return isStream ? BATCH_ROWS : batchRows(dataset);
  }

  private Path target() {
    if (paths.contains("")) {
      throw misuse("a path is empty");
    }
    if (paths.size() == 1) {
      throw misuse("DST is missing: what to write, named *.arrow or *.arrows");
    }
    return Path.of(paths.getLast());
  }

  private ArrowWriter.Builder writer(Path target) {
    String name = target.toString();
    if (name.endsWith(".arrow")) {
      return ArrowWriter.file(target);
    }
    if (name.endsWith(".arrows")) {
      return ArrowWriter.stream(target);
    }
    throw misuse("DST " + name + " must end with .arrow (a file) or .arrows (a stream)");
  }

  private ParameterException misuse(String message) {
    return new ParameterException(output.command().commandLine(), message);
  }

  private void refuseToReplace(Path target, List<StoredFile> sources) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.isDirectory(target)) {
      throw new CommandFailure(target + " is a folder; name a file in it");
    }
    for (StoredFile source : sources) {
      if (CutFile.isLocal(source)
          && Files.exists(target)
          && Files.isSameFile(target, Path.of(source.uri()))) {
        throw new CommandFailure(target + " is to be read as well; name another file to write");
      }
    }
    if (!force) {
      throw new CommandFailure(target + " exists: replace it with --force, or name another file");
    }
  }

  /// The rows of each record batch, if batches of so many are these record batches.
  private static int batchRows(Dataset dataset) {
    long most = dataset.splits().stream().mapToLong(Split::rows).max().orElse(0);
    return 0 < most && most <= Integer.MAX_VALUE && !joins(dataset, most) ? (int) most : BATCH_ROWS;
  }

  /// Whether some of the batches of so many rows have rows of several record batches.
  private static boolean joins(Dataset dataset, long batchRows) {
    long before = 0;
    for (Split split : dataset.splits()) {
      if (split.rows() > 0 && before % batchRows != 0) {
        return true;
      }
      before += split.rows();
    }
    return false;
  }

  /// Joined dictionaries have their values in the order of their first use.
  private static void refuseOrder(Dataset dataset) {
    for (Field field : dataset.schema().fields()) {
      if (isOrdered(field.type())) {
        throw new CommandFailure(
            "column '"
                + field.name()
                + "' has an ordered dictionary, whose order is lost where record batches are joined;"
                + " a --batch-rows that divides the rows of each keeps them apart");
      }
    }
  }

  private static boolean isOrdered(DataType type) {
    return (type instanceof DataType.Dictionary dictionary
            && (dictionary.ordered() || isOrdered(dictionary.value())))
        || type.children().stream().anyMatch(child -> isOrdered(child.type()));
  }
}
