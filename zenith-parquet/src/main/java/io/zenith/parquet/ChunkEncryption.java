package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.error.MalformedDataException;
import io.zenith.parquet.Decryptor.ModuleType;
import java.lang.foreign.MemorySegment;
import org.apache.parquet.format.ColumnMetaData;
import shaded.parquet.org.apache.thrift.TException;

/// How a column chunk is encrypted.
///
/// @param file what is the same for all of the file
/// @param rowGroup its number in the file
/// @param column its number in the row group
/// @param key which it takes
record ChunkEncryption(FileEncryption file, int rowGroup, int column, FileKey key) {

  /// Whether the key is missing.
  boolean isLocked() {
    return key.key().isEmpty();
  }

  /// What decrypts the chunk, for one thread.
  ///
  /// @param place the chunk
  /// @throws io.zenith.error.UnsupportedDataException if the key is missing
  Decryptor decryptor(Place place) {
    return file.decryptor(this, place);
  }

  /// Metadata of the column that are encrypted by themselves.
  ///
  /// @param module as the footer has it
  ColumnMetaData metadata(byte[] module, Place place) {
    MemorySegment plain =
        decryptor(place)
            .structure(ModuleType.COLUMN_METADATA, 0, MemorySegment.ofArray(module), place);
    FooterWalk.checkColumn(new ThriftInput(plain, 0, place), FooterReader.heap(), place);
    try {
      return ThriftStructures.read(plain.toArray(Numbers.BYTE), new ColumnMetaData());
    } catch (TException | RuntimeException e) {
      throw new MalformedDataException(
          place.toString(), "metadata that cannot be read", "those of a column", e);
    }
  }
}
