package io.zenith.testkit;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// A minimal format of real files, `*.raw`, whose columns are views of the mapping: what tests of
/// the local storage read.
///
/// The file is a magic, the number of rows, the lengths of its buffers, and the buffers, at
/// multiples of eight. The columns are always those of [#SCHEMA].
public final class RawFormat implements Format {
  private static final byte[] MAGIC = "ZENRAW1\n".getBytes(StandardCharsets.US_ASCII);
  private static final DataType INT32 = new DataType.Int(32, true);

  /// The columns of every file: `x` is null in every fifth row, `l` has 0 to 2 elements.
  public static final Schema SCHEMA =
      Schema.of(
          Field.of("id", new DataType.Int(64, true)),
          Field.of("x", new DataType.FloatingPoint(32)),
          Field.of("s", new DataType.Utf8()),
          Field.of("l", new DataType.List(Field.of("item", INT32))));

  /// Validity, offsets, values of the four columns, as far as they have them.
  private static final int BUFFERS = 7;

  private static final int HEADER = MAGIC.length + Long.BYTES * (1 + BUFFERS);

  /// Writes a file of rows whose ids count from `from`.
  public static Path write(Path file, long from, int rows) throws IOException {
    List<Object> ids = new ArrayList<>();
    List<Object> floats = new ArrayList<>();
    List<Object> texts = new ArrayList<>();
    List<Object> lists = new ArrayList<>();
    for (long id = from; id < from + rows; id++) {
      ids.add(id);
      floats.add(id % 5 == 0 ? null : id * 0.5f);
      texts.add("row " + id);
      lists.add(new ArrayList<Object>(List.of(id, id).subList(0, (int) (id % 3))));
    }
    List<ArrayData> columns = new ArrayList<>();
    for (Field field : SCHEMA.fields()) {
      List<Object> values =
          switch (field.name()) {
            case "id" -> ids;
            case "x" -> floats;
            case "s" -> texts;
            default -> lists;
          };
      columns.add(ArrayBuilder.plain(field.type(), values));
    }
    ArrayData list = columns.get(3);
    List<MemorySegment> buffers =
        List.of(
            columns.get(0).buffers().get(1),
            columns.get(1).buffers().get(0),
            columns.get(1).buffers().get(1),
            columns.get(2).buffers().get(1),
            columns.get(2).buffers().get(2),
            list.buffers().get(1),
            list.children().getFirst().buffers().get(1));
    return Files.write(file, bytes(rows, buffers));
  }

  private static byte[] bytes(int rows, List<MemorySegment> buffers) {
    long size = HEADER + buffers.stream().mapToLong(buffer -> aligned(buffer.byteSize())).sum();
    byte[] content = new byte[Math.toIntExact(size)];
    ByteBuffer file = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    file.put(MAGIC).putLong(rows);
    buffers.forEach(buffer -> file.putLong(buffer.byteSize()));
    for (MemorySegment buffer : buffers) {
      int end = file.position() + (int) aligned(buffer.byteSize());
      file.put(buffer.toArray(ValueLayout.JAVA_BYTE)).position(end);
    }
    return content;
  }

  private static long aligned(long bytes) {
    return (bytes + 7) / 8 * 8;
  }

  @Override
  public String name() {
    return "raw";
  }

  @Override
  public boolean matchesMagic(MemorySegment head) {
    return head.byteSize() >= MAGIC.length
        && head.asSlice(0, MAGIC.length).mismatch(MemorySegment.ofArray(MAGIC)) == -1;
  }

  @Override
  public boolean matchesName(String fileName) {
    return fileName.endsWith(".raw");
  }

  @Override
  public DataSource open(InputFile file, SegmentAllocator memory) {
    MemorySegment bytes = file.mapping().orElseThrow();
    if (bytes.byteSize() < HEADER || !matchesMagic(bytes)) {
      throw new MalformedDataException(
          file.file().toString(), bytes.byteSize() + " bytes without the magic", "a raw file");
    }
    return new Source(file, bytes);
  }

  private record RawSplit(StoredFile file, long rows, String identity) implements Split {
    @Override
    public long decodedBytes(List<Projection> columns) {
      return 0;
    }

    @Override
    public boolean randomAccess() {
      return true;
    }

    @Override
    public String toString() {
      return file + ", all rows";
    }
  }

  private record Source(InputFile file, MemorySegment bytes) implements DataSource {
    private static final ValueLayout.OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @Override
    public Schema schema() {
      return SCHEMA;
    }

    @Override
    public List<Split> splits() {
      return List.of(new RawSplit(file.file(), bytes.get(LONG, MAGIC.length), hash()));
    }

    private String hash() {
      try {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(sha.digest(bytes.toArray(ValueLayout.JAVA_BYTE)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public BatchIterator read(ReadRequest request) throws IOException {
      file.verifyUnchanged();
      long rows = request.split().rows();
      List<MemorySegment> buffers = new ArrayList<>();
      long at = HEADER;
      for (int i = 0; i < BUFFERS; i++) {
        long length = bytes.get(LONG, MAGIC.length + Long.BYTES * (1L + i));
        if (length < 0 || length > bytes.byteSize() - at) {
          throw new MalformedDataException(
              file.file().toString(), "a buffer of " + length + " bytes", "fewer");
        }
        buffers.add(bytes.asSlice(at, length));
        at += aligned(length);
      }
      List<ArrayData> all = columns(rows, buffers);
      List<ArrayData> columns =
          request.columns().stream().map(column -> column.of(all.get(column.place()))).toList();
      return new Reads(
          request.ranges().stream()
              .map(range -> new RecordBatch(range.from(), range.count(), columns))
              .toList());
    }

    private static List<ArrayData> columns(long rows, List<MemorySegment> buffers) {
      MemorySegment none = MemorySegment.NULL;
      MemorySegment elements = buffers.get(6);
      ArrayData items = array(INT32, elements.byteSize() / 4, List.of(none, elements), List.of());
      return List.of(
          array(type(0), rows, List.of(none, buffers.get(0)), List.of()),
          array(type(1), rows, List.of(buffers.get(1), buffers.get(2)), List.of()),
          array(type(2), rows, List.of(none, buffers.get(3), buffers.get(4)), List.of()),
          array(type(3), rows, List.of(none, buffers.get(5)), List.of(items)));
    }

    private static DataType type(int column) {
      return SCHEMA.fields().get(column).type();
    }

    private static ArrayData array(
        DataType type, long length, List<MemorySegment> buffers, List<ArrayData> children) {
      return new ArrayData(type, length, -1, buffers, children, Optional.empty());
    }

    @Override
    public void close() {}
  }

  private static final class Reads implements BatchIterator {
    private final List<RecordBatch> batches;
    private int next;

    Reads(List<RecordBatch> batches) {
      this.batches = batches;
    }

    @Override
    public boolean advance() {
      return next++ < batches.size();
    }

    @Override
    public RecordBatch batch() {
      return batches.get(next - 1);
    }

    @Override
    public void close() {}
  }
}
