package io.zenith.spi;

import io.zenith.schema.Schema;
import java.io.IOException;
import java.util.List;

/// An opened file in one format: a schema, and the splits that hold the rows.
///
/// All methods may be called from many threads at once. A source is closed after all its iterators.
public interface DataSource extends AutoCloseable {

  /// The schema of the rows.
  Schema schema();

  /// The splits in the order of the file. They are plain values that outlive the source: a split
  /// may be read by another source of the same format over the same version of the same file.
  ///
  /// @throws IOException if the storage fails
  List<Split> splits() throws IOException;

  /// Starts to read one split: fetches the bytes it needs, and may wait for them.
  ///
  /// @param request what to read and where to put it
  /// @return an iterator whose batches together hold exactly the rows asked for, in their order
  /// @throws IOException if the storage fails
  BatchIterator read(ReadRequest request) throws IOException;

  /// Releases what the source holds beyond its file and its memory.
  @Override
  void close();
}
