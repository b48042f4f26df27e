package io.zenith.s3;

import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/// Reads bytes of objects, one request at a time. Safe for threads.
interface ObjectReader {

  /// Makes one attempt to get some bytes. When it returns or fails, nobody writes to their targets
  /// any more.
  ///
  /// @param received counts them as they come
  /// @throws TransientException if it is worth another attempt
  /// @throws io.zenith.error.MalformedDataException if the object is not the one that was listed
  void get(StoredFile file, RangeRequest range, LongAdder received) throws IOException;
}
