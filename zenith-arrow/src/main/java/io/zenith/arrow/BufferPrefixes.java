package io.zenith.arrow;

import io.zenith.spi.FilePart;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The first bytes of compressed buffers, which say how long the buffers are: those of many are
/// read at once, since each read of a far file takes its time.
final class BufferPrefixes {
  private final InputFile file;
  private final Map<Long, ByteBuffer> byOffset = new LinkedHashMap<>();

  BufferPrefixes(InputFile file) {
    this.file = file;
  }

  /// Names a buffer by its place in the file.
  void want(long offset) {
    byOffset.put(offset, ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN));
  }

  /// Reads those that were named.
  void read() throws IOException {
    List<FilePart> parts =
        byOffset.entrySet().stream()
            .map(each -> new FilePart(each.getKey(), MemorySegment.ofBuffer(each.getValue())))
            .toList();
    if (!parts.isEmpty()) {
      file.read(parts);
    }
  }

  /// What one says that was read.
  long at(long offset) {
    return Objects.requireNonNull(byOffset.get(offset), "not named").getLong(0);
  }
}
