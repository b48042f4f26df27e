package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.arrow.ArrowWriter;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes files as rows of bytes, name and label, in record batches of bounded size.
final class FilePacking {
  /// The key in the schema's metadata of the names of the classes, a JSON list by their numbers.
  static final String CLASSES = "zenith.classes";

  /// Bytes of files in a record batch, unless one file alone has more. Large enough that a read of
  /// one costs little, small enough that there are many to shuffle.
  private static final long BATCH_BYTES = 16 << 20;

  private static final int BATCH_ROWS = 65_536;

  private static final DataType BINARY = new DataType.Binary();
  private static final DataType UTF8 = new DataType.Utf8();
  private static final DataType INT64 = new DataType.Int(64, true);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final ClassFolders folders;
  private final Progress progress;
  private long done;

  FilePacking(ClassFolders folders, Progress progress) {
    this.folders = folders;
    this.progress = progress;
  }

  /// The columns of a packed file.
  static Schema schema(List<String> classes) {
    return new Schema(
        List.of(
            new Field("bytes", BINARY, false, Map.of()),
            new Field("name", UTF8, false, Map.of()),
            new Field("label", INT64, false, Map.of())),
        Map.of(CLASSES, Json.text(classes)));
  }

  /// Writes a row for each file.
  ///
  /// @throws IOException if that cannot be written
  /// @throws UncheckedIOException if a file cannot be read
  void write(List<ClassFile> files, ArrowWriter writer) throws IOException {
    long[] sizes = new long[BATCH_ROWS];
    int end;
    for (int start = 0; start < files.size(); start = end) {
      long bytes = 0;
      end = start;
      while (end < files.size() && end - start < BATCH_ROWS) {
        long size = size(files.get(end));
        if (end > start && bytes + size > BATCH_BYTES) {
          break;
        }
        sizes[end - start] = size;
        bytes += size;
        end++;
      }
      write(files.subList(start, end), sizes, bytes, writer);
    }
  }

  private long size(ClassFile file) {
    long size;
    try {
      size = Files.size(folders.path(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (size > Integer.MAX_VALUE) {
      throw new CommandFailure(
          folders.path(file)
              + " has "
              + Quantity.count(size)
              + " bytes; a value has at most 2,147,483,647");
    }
    return size;
  }

  private void write(List<ClassFile> files, long[] sizes, long bytes, ArrowWriter writer)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      int rows = files.size();
      MemorySegment content = arena.allocate(bytes);
      MemorySegment ends = arena.allocate(INT, rows + 1L);
      MemorySegment names =
          arena.allocate(files.stream().mapToLong(file -> file.name().length).sum());
      MemorySegment nameEnds = arena.allocate(INT, rows + 1L);
      MemorySegment labels = arena.allocate(LONG, rows);
      long at = 0;
      long nameAt = 0;
      for (int row = 0; row < rows; row++) {
        StoppedException.check();
        ClassFile file = files.get(row);
        read(file, content.asSlice(at, sizes[row]));
        at += sizes[row];
        ends.setAtIndex(INT, row + 1L, (int) at);
        byte[] name = file.name();
        MemorySegment.copy(name, 0, names, ValueLayout.JAVA_BYTE, nameAt, name.length);
        nameAt += name.length;
        nameEnds.setAtIndex(INT, row + 1L, (int) nameAt);
        labels.setAtIndex(LONG, row, file.label());
        progress.at(++done);
      }
      RecordBatch batch =
          new RecordBatch(
              0,
              rows,
              List.of(
                  column(BINARY, rows, ends, content),
                  column(UTF8, rows, nameEnds, names),
                  column(INT64, rows, labels)));
      writer.write(Batch.of(schema(folders.classes()), batch));
    }
  }

  private static ArrayData column(DataType type, int rows, MemorySegment... values) {
    List<MemorySegment> buffers =
        values.length == 1
            ? List.of(MemorySegment.NULL, values[0])
            : List.of(MemorySegment.NULL, values[0], values[1]);
    return new ArrayData(type, rows, 0, buffers, List.of(), Optional.empty());
  }

  /// Straight into the memory of the batch, so that a file may be larger than the heap.
  private void read(ClassFile file, MemorySegment target) {
    try (FileChannel channel = FileChannel.open(folders.path(file))) {
      ByteBuffer buffer = target.asByteBuffer();
      int read = 0;
      while (buffer.hasRemaining() && read >= 0) {
        read = channel.read(buffer);
      }
      if (buffer.hasRemaining() || channel.size() != target.byteSize()) {
        throw new CommandFailure(
            folders.path(file)
                + " has changed while it was read; pack again when nobody writes to it");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
