package io.zenith.arrow;

import io.zenith.spi.FilePart;
import java.io.IOException;
import java.util.List;

/// Bytes that can be copied by their place.
interface ByteSource {

  /// Copies some parts.
  ///
  /// @param parts in rising order and apart from each other
  void read(List<FilePart> parts) throws IOException;
}
