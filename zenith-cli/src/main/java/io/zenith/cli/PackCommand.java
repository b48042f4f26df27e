package io.zenith.cli;

import io.zenith.arrow.ArrowWriter;
import io.zenith.schema.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `zenith pack`: writes a folder of files by class to one Arrow file, or to two.
@Command(
    name = "pack",
    header = "Write a folder of files by class, such as images, to one Arrow file.",
    description = {
      "",
      "Many small files become one that is read fast. Each file is a row: bytes, name (its path in",
      "DIR) and label, the number of its class. Classes are the folders in DIR, in the order of their",
      "names, which stand in the metadata of the file. The same folder gives the same bytes."
    },
    footer = {
      "",
      "Examples:",
      "  zenith pack photos photos.arrow",
      "  zenith pack photos photos.arrow --split 0.9"
    })
final class PackCommand implements Callable<Integer> {
  private static final String SUFFIX = ".arrow";

  @Mixin private final Output output = new Output();

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "A folder with a folder for each class; files may lie in folders of these.")
  private Path folder = Path.of("");

  @Parameters(index = "1", paramLabel = "OUT.arrow", description = "The file to write.")
  private Path target = Path.of("");

  @Option(
      names = "--split",
      paramLabel = "SHARE",
      description =
          "Write OUT-train.arrow with this share of the files of each class, and OUT-test.arrow with"
              + " the others.")
  private @Nullable BigDecimal split;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Another seed gives another split. Default: 0.")
  private long seed;

  @Option(names = "--force", description = "Replace what is to be written if it exists.")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    BigDecimal share = split;
    if (!target.toString().endsWith(SUFFIX)) {
      throw misuse("OUT.arrow " + target + " must end with " + SUFFIX);
    }
    if (share != null && (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) >= 0)) {
      throw misuse("--split " + share + ": more than 0 and less than 1");
    }
    List<Path> targets = share == null ? List.of(target) : List.of(named("-train"), named("-test"));
    for (Path each : targets) {
      TargetFile.requireFolder(each);
      TargetFile.requireFree(each, force);
    }
    if (!Files.isDirectory(folder)) {
      throw new CommandFailure(folder + (Files.exists(folder) ? " is no folder" : " is not there"));
    }
    refuseAmongFiles();
    ClassFolders folders = ClassFolders.in(folder);
    List<List<ClassFile>> rows = List.of(folders.files());
    if (share != null) {
      TrainTestSplit.Parts parts = new TrainTestSplit(share, seed).split(folders.files());
      rows = List.of(parts.train(), parts.test());
    }
    write(folders, rows, targets);
    report(folders, rows, targets);
    return 0;
  }

  private Path named(String part) {
    String name = target.toString();
    return Path.of(name.substring(0, name.length() - SUFFIX.length()) + part + SUFFIX);
  }

  private ParameterException misuse(String message) {
    return new ParameterException(output.command().commandLine(), message);
  }

  /// What lies in the folder of a class would be packed the next time.
  private void refuseAmongFiles() throws IOException {
    Path parent = target.toAbsolutePath().normalize().getParent();
    if (parent != null) {
      Path real = parent.toRealPath();
      Path root = folder.toRealPath();
      if (real.startsWith(root) && !real.equals(root)) {
        throw new CommandFailure(
            "cannot write "
                + target
                + ": it would be among the files to pack; name another folder");
      }
    }
  }

  private void write(ClassFolders folders, List<List<ClassFile>> rows, List<Path> targets) {
    try {
      writeAll(folders, rows, targets);
    } catch (FileAlreadyExistsException e) {
      throw new CommandFailure(
          "cannot write " + target + ": something of that name has appeared meanwhile", e);
    } catch (IOException e) {
      throw new CommandFailure("cannot write " + target + ": " + Failures.reason(e), e);
    }
  }

  /// Both files appear when both are whole.
  private void writeAll(ClassFolders folders, List<List<ClassFile>> rows, List<Path> targets)
      throws IOException {
    Schema schema = FilePacking.schema(folders.classes());
    List<ArrowWriter> writers = new ArrayList<>();
    try (Progress progress = output.progress("packing", "files", folders.files().size())) {
      FilePacking packing = new FilePacking(folders, progress);
      for (int i = 0; i < targets.size(); i++) {
        ArrowWriter.Builder options = ArrowWriter.file(targets.get(i));
        ArrowWriter writer = (force ? options.replaceExisting() : options).open(schema);
        writers.add(writer);
        packing.write(rows.get(i), writer);
      }
      for (ArrowWriter writer : writers) {
        writer.finish();
      }
    } finally {
      for (ArrowWriter writer : writers) {
        writer.close();
      }
    }
  }

  private void report(ClassFolders folders, List<List<ClassFile>> rows, List<Path> targets)
      throws IOException {
    List<PackReport.PackedFile> written = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      Path file = targets.get(i);
      written.add(new PackReport.PackedFile(file.toString(), rows.get(i).size(), Files.size(file)));
    }
    output.report(
        new PackReport(
            written,
            folders.classes().size(),
            folders.emptyClasses(),
            folders.hidden(),
            folders.outside()));
  }
}
