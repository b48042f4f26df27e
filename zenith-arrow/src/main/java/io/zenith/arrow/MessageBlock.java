package io.zenith.arrow;

import io.zenith.arrow.schema.Flatbuffers;
import io.zenith.arrow.schema.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.arrow.flatbuf.Block;

/// Where a message lies in a file: its metadata, and behind it the body.
///
/// @param offset first byte of the metadata
/// @param metadataLength bytes of the metadata, with the length before it and the padding behind it
/// @param bodyLength bytes of the body
record MessageBlock(long offset, int metadataLength, long bodyLength) {
  /// Bytes of a block in a footer.
  private static final int BYTES = 24;

  /// More metadata than the 300,000 buffers of 100,000 columns need.
  static final int MAX_METADATA_BYTES = 64 << 20;

  /// First byte of the body.
  long bodyOffset() {
    return offset + metadataLength;
  }

  /// The byte behind the body.
  long end() {
    return bodyOffset() + bodyLength;
  }

  /// Reads a vector of blocks, each of which must lie before the footer.
  ///
  /// @param footerBytes bytes of the footer, which the vector must fit
  static List<MessageBlock> read(
      int length,
      IntFunction<Block> vector,
      int footerBytes,
      long dataEnd,
      String name,
      Place footer) {
    int count = Flatbuffers.vectorLength(length, BYTES, footerBytes, name + " blocks", footer);
    List<MessageBlock> blocks = new ArrayList<>(count);
    long left = dataEnd;
    for (int i = 0; i < count; i++) {
      Block block = vector.apply(i);
      MessageBlock read =
          new MessageBlock(block.offset(), block.metaDataLength(), block.bodyLength());
      Place place = footer.in(name + " block " + i);
      read.verify(dataEnd, place);
      // Blocks that share bytes could make a small file expand without end.
      left -= read.metadataLength() + read.bodyLength();
      if (left < 0) {
        throw place.malformed("blocks longer than the file in all", "blocks beside each other");
      }
      blocks.add(read);
    }
    return blocks;
  }

  private void verify(long dataEnd, Place place) {
    if (offset < 0 || offset > dataEnd) {
      throw place.malformed("offset " + offset, "0 to " + dataEnd);
    }
    long most = Math.min(MAX_METADATA_BYTES, dataEnd - offset);
    if (metadataLength < 4 || metadataLength > most) {
      throw place.malformed("metadata of " + metadataLength + " bytes", "4 to " + most);
    }
    long left = dataEnd - offset - metadataLength;
    if (bodyLength < 0 || bodyLength > left) {
      throw place.malformed("a body of " + bodyLength + " bytes", "0 to " + left);
    }
  }
}
