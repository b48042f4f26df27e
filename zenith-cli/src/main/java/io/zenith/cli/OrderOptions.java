package io.zenith.cli;

import io.zenith.DataLoader;
import io.zenith.Remainder;
import io.zenith.Shard;
import io.zenith.Shuffle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// In which order rows come, and which of them.
final class OrderOptions {
  @Option(
      names = "--shuffle",
      paramLabel = "SEED",
      description = "Shuffle blocks of rows, and rows within windows.")
  private @Nullable Long seed;

  @Option(
      names = "--global",
      description =
          "With --shuffle: shuffle all rows among each other. For files that give any row.")
  private boolean global;

  @Option(
      names = "--window",
      paramLabel = "ROWS",
      description = "Rows that are shuffled together. Default: about 16 MiB of the files.")
  private @Nullable Long window;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Parts of the rows with an order of their own. Default: 1 for one rank.")
  private @Nullable Integer lanes;

  @Option(
      names = "--shard",
      paramLabel = "R/W",
      converter = ShardText.class,
      description = "Take the part of rank R of W, from 0. Default: 0/1, all.")
  private @Nullable Shard shard;

  @Option(
      names = "--global-batch",
      paramLabel = "ROWS",
      description = "Rows of a step over all ranks. Default: the batch size times the ranks.")
  private @Nullable Long globalBatch;

  @Option(
      names = "--remainder",
      paramLabel = "POLICY",
      description =
          "Rows that do not fill a step: keep, drop or pad. Default: keep for one rank, else drop.")
  private @Nullable Remainder remainder;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /// `1/4`.
  static final class ShardText implements ITypeConverter<Shard> {
    @Override
    public Shard convert(String text) {
      String[] parts = text.split("/", -1);
      try {
        if (parts.length == 2) {
          return Shard.of(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }
      } catch (NumberFormatException _) {
        // as other texts that are none
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
      throw new TypeConversionException("'" + text + "' is no rank of several, such as 0/4");
    }
  }

  /// Sets them.
  DataLoader.Builder set(DataLoader.Builder options) {
    if (global && seed == null && command != null) {
      throw new ParameterException(command.commandLine(), "--global needs --shuffle SEED");
    }
    if (seed != null) {
      options.shuffle(global ? Shuffle.global(seed) : Shuffle.windowed(seed));
    }
    if (window != null) {
      options.window(window);
    }
    if (lanes != null) {
      options.lanes(lanes);
    }
    if (shard != null) {
      options.shard(shard);
    }
    if (globalBatch != null) {
      options.globalBatch(globalBatch);
    }
    if (remainder != null) {
      options.remainder(remainder);
    }
    return options;
  }

  /// Whether all rows come in the order of the files.
  boolean isOfFiles() {
    return seed == null && lanes == null && shard == null && remainder == null;
  }

  /// Which rank of how many this is.
  int rank() {
    return shard == null ? 0 : shard.rank();
  }
}
