package io.zenith.parquet;

import io.zenith.parquet.Decryptor.ModuleType;
import io.zenith.parquet.PageHeader.Kind;
import java.lang.foreign.MemorySegment;

/// How the bytes of a page are encrypted.
///
/// @param decryptor of the column chunk
/// @param number of the page among the data pages
record PageEncryption(Decryptor decryptor, int number) {

  /// Decrypts a page.
  ///
  /// @param stored a copy of its bytes
  /// @param target other memory, of as many bytes
  /// @return the part of the target that was written
  MemorySegment decrypt(Page page, MemorySegment stored, MemorySegment target) {
    long levels = page.header().levelBytes();
    boolean isDictionary = page.header().kind() == Kind.DICTIONARY;
    ModuleType type = isDictionary ? ModuleType.DICTIONARY_PAGE : ModuleType.DATA_PAGE;
    if (levels == 0 || !areLevelsApart(stored, levels)) {
      return decryptor.decrypt(type, number, stored, target, page.place());
    }
    MemorySegment values =
        decryptor.decrypt(
            type, number, stored.asSlice(levels), target.asSlice(levels), page.place());
    target.copyFrom(stored.asSlice(0, levels));
    return target.asSlice(0, levels + values.byteSize());
  }

  /// Whether only the values are encrypted: parquet-java leaves levels of pages V2 as they are,
  /// others encrypt all. Which it is shows by the length of the module.
  private static boolean areLevelsApart(MemorySegment stored, long levels) {
    long size = stored.byteSize() - Integer.BYTES;
    return size >= levels
        && stored.get(Numbers.INT, 0) != size
        && stored.get(Numbers.INT, levels) == size - levels;
  }
}
