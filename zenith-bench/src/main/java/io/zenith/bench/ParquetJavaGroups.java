package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;

/// parquet-java's rows, an object each, of which a pass takes only a row group for each thread: it
/// is slow.
final class ParquetJavaGroups implements PassReader {
  private final Path file;
  private final PassThreads threads;
  private final List<BlockMetaData> rowGroups;

  /// Passes over the whole file that a pass is.
  private final double share;

  ParquetJavaGroups(Path file, int threads) throws IOException {
    this.file = file;
    this.threads = new PassThreads(threads);
    try (ParquetJavaFile opened = new ParquetJavaFile(file)) {
      List<BlockMetaData> all = opened.rowGroups();
      this.rowGroups = List.copyOf(all.subList(0, Math.min(threads, all.size())));
      this.share = rows(rowGroups) / rows(all);
    }
  }

  private static double rows(List<BlockMetaData> rowGroups) {
    return rowGroups.stream().mapToDouble(BlockMetaData::getRowCount).sum();
  }

  /// A reader of groups, wherever they are.
  private static final class Builder extends ParquetReader.Builder<Group> {
    Builder(InputFile file, ParquetConfiguration configuration) {
      super(file, configuration);
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }

  /// A reader of all rows.
  static ParquetReader.Builder<Group> reader(Path file) {
    return new Builder(new LocalInputFile(file), new PlainParquetConfiguration())
        .withCodecFactory(new ParquetJavaCodecs());
  }

  @Override
  public String title() {
    return "parquet-java, groups";
  }

  @Override
  public int warmUps() {
    return 1;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    Rate rate =
        PassReader.read(
            turn, () -> threads.sum(rowGroups.size(), (_, part) -> read(rowGroups.get(part))));
    return new Rate(rate.passesPerSecond() * share, rate.cpuSeconds() / share);
  }

  private double read(BlockMetaData rowGroup) throws IOException {
    long start = rowGroup.getStartingPos();
    double rows = 0;
    try (ParquetReader<Group> reader =
        reader(file).withFileRange(start, start + rowGroup.getCompressedSize()).build()) {
      for (Group group = reader.read(); group != null; group = reader.read()) {
        Keep.alive(group);
        rows++;
      }
    }
    if (rows != rowGroup.getRowCount()) {
      throw new BenchFailure(file + ": " + rows + " rows, not " + rowGroup.getRowCount());
    }
    return rows;
  }

  @Override
  public void close() {
    threads.close();
  }
}
