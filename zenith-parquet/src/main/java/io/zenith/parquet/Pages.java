package io.zenith.parquet;

import java.util.Optional;

/// The pages of a column chunk that may hold wanted rows, one after the other.
interface Pages {

  /// The next dictionary, or page with values; nothing behind the last one that is needed.
  Optional<Page> next();
}
