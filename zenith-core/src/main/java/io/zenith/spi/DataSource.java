package io.zenith.spi;

import io.zenith.schema.Schema;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

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

  /// Whether the splits are known with the schema, as where one footer tells both. Whoever wants
  /// the schema then asks for the splits, and for the schema after that, and need not open the file
  /// again for them.
  default boolean knowsSplits() {
    return false;
  }

  /// Starts to read one split: fetches the bytes it needs, and may wait for them.
  ///
  /// @param request what to read and where to put it
  /// @return an iterator whose batches together hold exactly the rows asked for, in their order;
  ///   each those of one range, or a part of them
  /// @throws IOException if the storage fails
  BatchIterator read(ReadRequest request) throws IOException;

  /// What the file says about the values of a column of a split: the finest bounds that it has,
  /// such as those of pages. Costs little beside reading the values.
  ///
  /// @param path the column, as a place in the schema, then the places of fields in structs
  /// @param memory for the bounds: as much as [Split#decodedBytes] says of the read that they are
  ///   for, and more while there is room; where it fails, all rows are read. They are looked at
  ///   before that read
  /// @return nothing if the file says nothing
  /// @throws IOException if the storage fails
  default Optional<Zones> zones(Split split, List<Integer> path, SegmentAllocator memory)
      throws IOException {
    return Optional.empty();
  }

  /// Which of some values may be in a column of a split, by what the file has besides the column's
  /// values, such as a Bloom filter or a dictionary.
  ///
  /// @param path the column, as a place in the schema, then the places of fields in structs
  /// @param values of the column's type, or of that of the values where these are in a dictionary
  ///   or in runs; none of them is null
  /// @param memory for what has to be read, as for bounds
  /// @return a bit a value; clear only where the value surely is not there
  /// @throws IOException if the storage fails
  default BitSet mayHold(Split split, List<Integer> path, ArrayData values, SegmentAllocator memory)
      throws IOException {
    BitSet all = new BitSet();
    all.set(0, Math.toIntExact(values.length()));
    return all;
  }

  /// Releases what the source holds beyond its file and its memory.
  @Override
  void close();
}
