package io.zenith.internal.proof;

import io.zenith.spi.NewFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes the trail of a rank, a step at a time.
///
/// Each step is with the system before the call returns: a process that is killed leaves all steps
/// that it had received, and at most one that is cut short, which readers skip. An interrupt of the
/// thread does not disturb it, as it would a channel.
///
/// Used by one thread at a time.
public final class TrailWriter implements AutoCloseable {
  private final Path path;
  private final TrailHeader header;
  private final RandomAccessFile file;
  private final long start;
  private final ByteBuffer record =
      ByteBuffer.allocate(TrailHeader.RECORD).order(ByteOrder.LITTLE_ENDIAN);
  private long written;

  private TrailWriter(
      Path path, TrailHeader header, RandomAccessFile file, long start, long written) {
    this.path = path;
    this.header = header;
    this.file = file;
    this.start = start;
    this.written = written;
  }

  /// Begins a trail, and replaces one that is there.
  public static TrailWriter create(Path path, TrailHeader header) throws IOException {
    byte[] line = header.toBytes();
    NewFile.write(path, line);
    return open(path, header, line.length, 0);
  }

  /// Goes on with the trail of a run that is resumed, or begins one if there is none. What was
  /// written of later steps is cut off.
  ///
  /// @param header of a trail that begins where the run goes on
  /// @throws IllegalArgumentException if the file is of another run or rank, or lacks steps before
  public static TrailWriter resume(Path path, TrailHeader header) throws IOException {
    if (Files.notExists(path)) {
      return create(path, header);
    }
    TrailHeader begun;
    long start;
    long steps;
    try (TrailReader reader = TrailReader.open(path)) {
      begun = reader.header().withEpochStepsOf(header);
      start = reader.start();
      steps = reader.steps();
    }
    begun.requireSameRun(header, path.toString(), "here");
    if (begun.rank() != header.rank() || begun.worldSize() != header.worldSize()) {
      throw new IllegalArgumentException(
          path
              + " is the trail of rank "
              + begun.rank()
              + " of "
              + begun.worldSize()
              + ", not of rank "
              + header.rank()
              + " of "
              + header.worldSize()
              + ": name another file");
    }
    long index = begun.index(header.epoch(), header.step());
    if (index < 0 || index > steps) {
      throw new IllegalArgumentException(
          path
              + " has "
              + steps
              + " steps from "
              + TrailHeader.place(begun.epoch(), begun.step())
              + " on, and cannot go on at "
              + TrailHeader.place(header.epoch(), header.step())
              + ": name another file");
    }
    return open(path, begun, start, index);
  }

  private static TrailWriter open(Path path, TrailHeader header, long start, long written)
      throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    try {
      long end = start + written * TrailHeader.RECORD;
      file.setLength(end);
      file.seek(end);
    } catch (IOException e) {
      try (file) {
        throw e;
      }
    }
    return new TrailWriter(path, header, file, start, written);
  }

  /// Writes the next step. Those that were left out since the last one get the sum 0.
  ///
  /// @throws IllegalArgumentException if the step is written already
  public void write(long epoch, long step, ReceiptSum sum) throws IOException {
    long index = header.index(epoch, step);
    if (index < written) {
      throw new IllegalArgumentException(TrailHeader.place(epoch, step) + " is not the next one");
    }
    record.putLong(0, sum.low()).putLong(Long.BYTES, sum.high());
    try {
      if (index > written) {
        long position = start + index * TrailHeader.RECORD;
        file.setLength(position);
        file.seek(position);
      }
      file.write(record.array());
    } catch (IOException e) {
      throw named(e);
    }
    written = index + 1;
  }

  /// Brings all to the disk.
  @Override
  public void close() throws IOException {
    try (file) {
      file.getFD().sync();
    } catch (IOException e) {
      throw named(e);
    }
  }

  /// A full disk has no name.
  private IOException named(IOException failure) {
    return new IOException(path + ": " + failure.getMessage(), failure);
  }
}
