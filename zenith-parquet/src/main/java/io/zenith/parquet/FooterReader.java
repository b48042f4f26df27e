package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.Schema;
import io.zenith.spi.InputFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/// Reads the footer of a file: `PAR1, ..., footer, length of the footer (int32), PAR1`.
final class FooterReader {
  static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);

  /// The length of the footer, and the magic.
  private static final int TAIL_BYTES = Integer.BYTES + MAGIC.length;

  /// A footer of ten thousand columns and a thousand row groups is smaller.
  private static final int MAX_FOOTER_BYTES = 1 << 30;

  /// A footer, and what is made of it, may each take one part in so many of the heap.
  private static final int HEAP_PART = 3;

  private FooterReader() {}

  /// Reads and checks the footer.
  static Footer read(InputFile file) throws IOException {
    long size = file.file().size();
    Place end = new Place(file.file(), "end of file");
    if (size < MAGIC.length + TAIL_BYTES) {
      throw end.malformed(size + " bytes", "at least " + (MAGIC.length + TAIL_BYTES));
    }
    ByteBuffer tail = bytes(file, size - TAIL_BYTES, TAIL_BYTES);
    byte[] magic = new byte[MAGIC.length];
    tail.get(Integer.BYTES, magic);
    if (Arrays.equals(magic, ENCRYPTED)) {
      throw new Place(file.file(), "footer").unsupported("encryption of the footer");
    }
    if (!Arrays.equals(magic, MAGIC)) {
      throw end.malformed(
          HexFormat.ofDelimiter(" ").formatHex(magic),
          "the magic PAR1; it is missing if the writer was not closed");
    }
    int length = tail.getInt(0);
    long most = Math.min(MAX_FOOTER_BYTES, size - MAGIC.length - TAIL_BYTES);
    if (length <= 0 || length > most) {
      throw end.malformed("a footer of " + length + " bytes", "1 to " + most);
    }
    if (length > heap()) {
      throw end.unsupported(
          "a footer of " + length + " bytes, for which " + heap() + " of heap are too few,");
    }
    long offset = size - TAIL_BYTES - length;
    return parse(bytes(file, offset, length).array(), offset, new Place(file.file(), "footer"));
  }

  private static ByteBuffer bytes(InputFile file, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    file.read(offset, MemorySegment.ofBuffer(bytes));
    return bytes;
  }

  /// @param dataEnd where the footer begins
  private static Footer parse(byte[] bytes, long dataEnd, Place place) throws IOException {
    FooterWalk.check(new ThriftInput(MemorySegment.ofArray(bytes), dataEnd, place), heap(), place);
    FileMetaData found;
    try {
      found = Util.readFileMetaData(new ByteArrayInputStream(bytes), bytes.length);
    } catch (IOException | RuntimeException e) {
      throw new MalformedDataException(
          place.toString(), "metadata that cannot be read", "that of a Parquet file", e);
    }
    SchemaTree.Tree tree = SchemaTree.read(required(found.getSchema(), "schema", place), place);
    Map<String, String> metadata = keyValues(found);
    // What the user gave, and other programs, is shown, and the schema that Arrow keeps there is
    // not.
    Optional<Schema> arrow =
        Optional.ofNullable(metadata.remove(ArrowSchemaReader.KEY))
            .map(text -> ArrowSchemaReader.read(text, place));
    List<Shape> stored = Shapes.of(tree.columns(), place);
    List<Shape> shapes =
        arrow.map(original -> ArrowTypes.apply(stored, original.fields())).orElse(stored);
    arrow.ifPresent(original -> original.metadata().forEach(metadata::putIfAbsent));
    List<Shape.Leaf> leaves = new ArrayList<>();
    shapes.forEach(shape -> addLeaves(shape, leaves));
    Schema schema = new Schema(shapes.stream().map(Shape::field).toList(), metadata);
    List<RowGroup> rowGroups =
        new RowGroupChecks(tree.leaves(), leaves, dataEnd, place)
            .read(found.getNum_rows(), required(found.getRow_groups(), "row groups", place));
    return new Footer(schema, shapes, List.copyOf(leaves), rowGroups, hash(bytes));
  }

  private static long heap() {
    return Runtime.getRuntime().maxMemory() / HEAP_PART;
  }

  private static <T> T required(@Nullable T part, String what, Place place) {
    if (part == null) {
      throw place.malformed("no " + what, "some");
    }
    return part;
  }

  private static void addLeaves(Shape shape, List<Shape.Leaf> leaves) {
    switch (shape) {
      case Shape.Leaf leaf -> leaves.add(leaf);
      case Shape.Struct struct -> struct.children().forEach(child -> addLeaves(child, leaves));
      case Shape.Lists list -> addLeaves(list.element(), leaves);
    }
  }

  private static Map<String, String> keyValues(FileMetaData found) {
    Map<String, String> values = new LinkedHashMap<>();
    List<KeyValue> entries = found.getKey_value_metadata();
    if (entries != null) {
      for (KeyValue entry : entries) {
        String key = entry.getKey();
        if (key != null) {
          values.put(key, Objects.requireNonNullElse(entry.getValue(), ""));
        }
      }
    }
    return values;
  }

  private static String hash(byte[] footer) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(footer));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
