package io.zenith.cli;

import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `zenith generate`: writes a data set that is the same on every machine.
@Command(
    name = "generate",
    header = "Write a data set that is made, not downloaded, as an Arrow file.",
    description = {
      "",
      "  table   id, label, ten float32 features f0 to f9, and a blob of about 100 bytes",
      "  images  28 x 28 uint8 images of ten classes with their label, learnable",
      "  mixed   a column of each common type, with nulls and odd strings",
      "  blobs   binaries of 20 to 40 kB with their label: 600 MB",
      "",
      "Name, rows and seed determine the file to the byte."
    },
    footer = {
      "",
      "Examples:",
      "  zenith generate table data",
      "  zenith generate images data --rows 60000 --seed 7"
    })
final class GenerateCommand implements Callable<Integer> {
  @Mixin private final Output output = new Output();

  @Parameters(index = "0", paramLabel = "NAME", description = "table, images, mixed or blobs.")
  private String name = ""; // no GeneratedSet: every command would load arrow-java

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      description = "Where to write DIR/NAME.arrow; made if it does not exist.")
  private Path folder = Path.of("");

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "How many rows. Default: 10,000 for table, 20,000 for others.")
  private @Nullable Long rows;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Another seed gives other rows of the same kind. Default: 0.")
  private long seed;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    GeneratedSet set = set();
    long count = Optional.ofNullable(rows).orElse(set.defaultRows());
    if (count < 0) {
      throw new ParameterException(
          output.command().commandLine(), "--rows " + count + ": at least 0");
    }
    Path file = folder.resolve(set.fileName());
    if (!force && Files.exists(file)) {
      throw new CommandFailure(file + " exists: replace it with --force, or name another folder");
    }
    SetWriting.write(set, folder, count, seed, output);
    output.report(
        new GenerateReport(set.toString(), file.toString(), count, seed, Files.size(file)));
    return 0;
  }

  private GeneratedSet set() {
    try {
      return Named.find(GeneratedSet.class, name);
    } catch (TypeConversionException e) {
      throw new ParameterException(
          output.command().commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
