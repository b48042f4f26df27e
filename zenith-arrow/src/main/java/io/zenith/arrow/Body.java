package io.zenith.arrow;

import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;

/// The bytes of a message's body, as far as they are needed.
interface Body {

  /// Some bytes of the body, in mapped or native memory.
  MemorySegment slice(long offset, long length);

  /// Gets the bytes of some verified columns: views of the mapping, or copies if there is none.
  ///
  /// @param buffers where copies go
  static Body of(
      InputFile file,
      MessageBlock block,
      BatchHeader header,
      List<ColumnLayout> columns,
      SegmentAllocator buffers)
      throws IOException {
    Optional<MemorySegment> mapping = file.mapping();
    if (mapping.isEmpty()) {
      return FetchedBody.fetch(file::read, block.bodyOffset(), header, columns, buffers);
    }
    MemorySegment body = mapping.get().asSlice(block.bodyOffset(), block.bodyLength());
    return body::asSlice;
  }
}
