package io.zenith.s3;

import io.zenith.spi.StoredFile;
import java.io.IOException;

/// Reads bytes of objects, one request at a time. Safe for threads.
interface ObjectReader {

  /// Makes one attempt to get some bytes. When it returns or fails, nobody writes to their targets
  /// any more.
  ///
  /// @throws TransientException if it is worth another attempt
  /// @throws io.zenith.error.MalformedDataException if the object is not the one that was listed
  void get(StoredFile file, RangeRequest range) throws IOException;
}
