package io.zenith.arrow;

import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.arrow.schema.Flatbuffers;
import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Schema;

/// Reads the footer of a file: `..., footer, length of the footer (int32), ARROW1`.
final class FooterReader {
  /// The magic at the start, padded to 8 bytes.
  private static final int HEAD_BYTES = 8;

  /// The length of the footer, and the magic.
  private static final int TAIL_BYTES = Integer.BYTES + Magic.ARROW1.length();

  /// A footer of 100,000 described columns and ten million record batches is smaller.
  private static final int MAX_FOOTER_BYTES = 512 << 20;

  private FooterReader() {}

  /// Reads and checks the footer.
  static FileFooter read(InputFile file) throws IOException {
    long size = file.file().size();
    Place end = new Place(file.file(), "end of file");
    if (size < HEAD_BYTES + TAIL_BYTES) {
      throw end.malformed(size + " bytes", "at least " + (HEAD_BYTES + TAIL_BYTES));
    }
    ByteBuffer tail = FileBytes.read(file, size - TAIL_BYTES, TAIL_BYTES);
    if (!Magic.startsWith(MemorySegment.ofBuffer(tail).asSlice(Integer.BYTES), Magic.ARROW1)) {
      throw end.malformed(
          FileBytes.hex(tail.slice(Integer.BYTES, Magic.ARROW1.length())),
          "the magic ARROW1; it is missing if the writer was not closed");
    }
    int length = tail.getInt(0);
    long most = Math.min(MAX_FOOTER_BYTES, size - HEAD_BYTES - TAIL_BYTES);
    if (length < Integer.BYTES || length > most) {
      throw end.malformed("a footer of " + length + " bytes", Integer.BYTES + " to " + most);
    }
    long offset = size - TAIL_BYTES - length;
    ByteBuffer bytes = FileBytes.read(file, offset, length);
    Place place = new Place(file.file(), "footer");
    String hash = hash(bytes.duplicate());
    return Flatbuffers.parse(place, () -> parse(bytes, offset, hash, place));
  }

  private static FileFooter parse(ByteBuffer bytes, long dataEnd, String hash, Place place) {
    int length = bytes.capacity();
    Footer footer = Footer.getRootAsFooter(bytes);
    // Older writers left the version out, which reads as V1. Each message has one, too.
    if (footer.version() != MetadataVersion.V1) {
      MessageReader.verifyVersion(footer.version(), place);
    }
    Schema schema = Flatbuffers.required(footer.schema(), "schema", place);
    ArrowSchema read = ArrowSchema.read(schema, length, place);
    return new FileFooter(
        read.schema(),
        SchemaLayoutBuilder.layout(read, place),
        MessageBlock.read(
            footer.dictionariesLength(),
            footer::dictionaries,
            length,
            dataEnd,
            "dictionary batch",
            place),
        MessageBlock.read(
            footer.recordBatchesLength(),
            footer::recordBatches,
            length,
            dataEnd,
            "record batch",
            place),
        dataEnd,
        hash);
  }

  private static String hash(ByteBuffer footer) {
    MessageDigest digest = Hashes.sha256();
    digest.update(footer);
    return HexFormat.of().formatHex(digest.digest());
  }
}
