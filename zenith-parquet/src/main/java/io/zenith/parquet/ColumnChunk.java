package io.zenith.parquet;

import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.format.Type;

/// One column of a row group, as the footer has it.
///
/// @param path of the leaf
/// @param type what its values are stored as
/// @param codec what its pages are compressed with
/// @param values how many, nulls and empty lists among them
/// @param start its first byte in the file
/// @param size bytes from there on, as far as they may belong to it
/// @param uncompressed bytes of all pages with their headers when they are decompressed
/// @param hasDictionary whether its first page is a dictionary, as the footer says
/// @param text bytes of all values together, where the file says it
/// @param hasOnlyWords whether all values are words of the dictionary, as the file says
/// @param stored how it is stored
/// @param summary what is said about the values
/// @param encryption how it is encrypted, if it is
record ColumnChunk(
    ColumnPath path,
    Type type,
    PageCodec codec,
    long values,
    long start,
    long size,
    long uncompressed,
    boolean hasDictionary,
    OptionalLong text,
    boolean hasOnlyWords,
    Stored stored,
    ChunkSummary summary,
    Optional<ChunkEncryption> encryption) {

  /// A chunk of which nothing is known, since its key is missing.
  static ColumnChunk locked(ColumnPath path, Type type, ChunkEncryption encryption) {
    return new ColumnChunk(
        path,
        type,
        PageCodec.NONE,
        0,
        0,
        0,
        0,
        false,
        OptionalLong.empty(),
        false,
        Stored.UNKNOWN,
        ChunkSummary.UNKNOWN,
        Optional.of(encryption));
  }
}
