package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.Schema;
import io.zenith.spi.InputFile;
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
import org.apache.parquet.format.FileCryptoMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.jspecify.annotations.Nullable;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.TSerializable;

/// Reads the footer of a file: `PAR1, ..., footer, length of the footer (int32), PAR1`.
///
/// One that is encrypted is `PARE, ..., how it is encrypted, module, length of both, PARE`; behind
/// one in plain text of a file with encrypted columns there is a signature.
final class FooterReader {
  static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);

  /// The length of the footer, and the magic.
  private static final int TAIL_BYTES = Integer.BYTES + MAGIC.length;

  /// A footer of ten thousand columns and a thousand row groups is smaller.
  private static final int MAX_FOOTER_BYTES = 1 << 30;

  /// A footer, and what is made of it, may each take one part in so many of the heap.
  private static final int HEAP_PART = 3;

  private final ReadOptions options;

  /// Where the footer begins.
  private final long dataEnd;

  private final Place place;

  private FooterReader(ReadOptions options, long dataEnd, Place place) {
    this.options = options;
    this.dataEnd = dataEnd;
    this.place = place;
  }

  /// Reads and checks the footer.
  static Footer read(InputFile file, ReadOptions options) throws IOException {
    long size = file.file().size();
    Place end = new Place(file.file(), "end of file");
    if (size < MAGIC.length + TAIL_BYTES) {
      throw end.malformed(size + " bytes", "at least " + (MAGIC.length + TAIL_BYTES));
    }
    ByteBuffer tail = bytes(file, size - TAIL_BYTES, TAIL_BYTES);
    byte[] magic = new byte[MAGIC.length];
    tail.get(Integer.BYTES, magic);
    boolean isEncrypted = Arrays.equals(magic, ENCRYPTED);
    if (!isEncrypted && !Arrays.equals(magic, MAGIC)) {
      throw end.malformed(
          HexFormat.ofDelimiter(" ").formatHex(magic),
          "the magic PAR1; it is missing if the writer was not closed");
    }
    int length = tail.getInt(0);
    long most = Math.min(MAX_FOOTER_BYTES, size - MAGIC.length - TAIL_BYTES);
    if (length <= 0 || length > most) {
      throw end.malformed("a footer of " + length + " bytes", "1 to " + most);
    }
    long heap = isEncrypted ? heap() / 2 : heap(); // what is decrypted is as long again
    if (length > heap) {
      throw end.unsupported(
          "a footer of " + length + " bytes, for which " + heap + " of heap are too few,");
    }
    long offset = size - TAIL_BYTES - length;
    FooterReader reader = new FooterReader(options, offset, new Place(file.file(), "footer"));
    byte[] stored = bytes(file, offset, length).array();
    return isEncrypted ? reader.encrypted(stored) : reader.plain(stored);
  }

  private static ByteBuffer bytes(InputFile file, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    file.read(offset, MemorySegment.ofBuffer(bytes));
    return bytes;
  }

  private Footer plain(byte[] stored) throws IOException {
    walk(MemorySegment.ofArray(stored), 0);
    FileMetaData found = parse(stored, new FileMetaData());
    if (!found.isSetEncryption_algorithm()) {
      if (options.keys().areOfEncryptedFiles()) {
        String given = options.keys().footer().isPresent() ? "its footer key" : "a key retriever";
        throw place.malformed(
            "a file that is not encrypted", "one that is, since " + given + " was given");
      }
      return footer(found, Optional.empty(), hash(stored));
    }
    FileEncryption encryption =
        FileEncryption.of(
            found.getEncryption_algorithm(),
            found.getFooter_signing_key_metadata(),
            options.keys(),
            place);
    encryption.verify(stored, place);
    return footer(found, Optional.of(encryption), hash(stored));
  }

  private Footer encrypted(byte[] stored) throws IOException {
    MemorySegment bytes = MemorySegment.ofArray(stored);
    long end = walk(bytes, 0);
    FileCryptoMetaData crypto = parse(stored, new FileCryptoMetaData());
    FileEncryption encryption =
        FileEncryption.of(
            crypto.getEncryption_algorithm(), crypto.getKey_metadata(), options.keys(), place);
    MemorySegment module = bytes.asSlice(end);
    byte[] plain = encryption.footer(module.asSlice(0, Decryptor.size(module, place)), place);
    walk(MemorySegment.ofArray(plain), end + Decryptor.HEAD_BYTES);
    FileMetaData found = parse(plain, new FileMetaData());
    return footer(found, Optional.of(encryption), hash(stored));
  }

  /// Checks bytes before they are parsed.
  ///
  /// @param first where they begin in the footer
  /// @return how many there are
  private long walk(MemorySegment bytes, long first) {
    ThriftInput input = new ThriftInput(bytes, dataEnd + first, place);
    FooterWalk.check(input, heap(), place);
    return input.position();
  }

  private <T extends TSerializable> T parse(byte[] bytes, T into) {
    try {
      return ThriftStructures.read(bytes, into);
    } catch (TException | RuntimeException e) {
      throw new MalformedDataException(
          place.toString(), "metadata that cannot be read", "that of a Parquet file", e);
    }
  }

  private Footer footer(FileMetaData found, Optional<FileEncryption> encryption, String hash)
      throws IOException {
    SchemaTree.Tree tree = SchemaTree.read(required(found.getSchema(), "schema", place), place);
    Map<String, String> metadata = keyValues(found);
    // What the user gave, and other programs, is shown, and the schema that Arrow keeps there is
    // not.
    Optional<Schema> arrow =
        Optional.ofNullable(metadata.remove(ArrowSchemaReader.KEY))
            .map(text -> ArrowSchemaReader.read(text, place));
    List<Shape> stored = Shapes.of(tree.columns(), options, place);
    List<Shape> shapes =
        arrow.map(original -> ArrowTypes.apply(stored, original.fields(), options)).orElse(stored);
    arrow.ifPresent(original -> original.metadata().forEach(metadata::putIfAbsent));
    List<Shape.Leaf> leaves = new ArrayList<>();
    shapes.forEach(shape -> addLeaves(shape, leaves));
    Schema schema = new Schema(shapes.stream().map(Shape::field).toList(), metadata);
    List<RowGroup> rowGroups =
        new RowGroupChecks(
                tree.leaves(),
                leaves,
                SummaryReader.of(found),
                new StoredKinds(),
                encryption,
                dataEnd,
                place)
            .read(found.getNum_rows(), required(found.getRow_groups(), "row groups", place));
    return new Footer(schema, shapes, List.copyOf(leaves), rowGroups, hash);
  }

  /// What footers may take of the heap, and what is made of them.
  static long heap() {
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
      case Shape.Variant variant -> addLeaves(variant.stored(), leaves);
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
