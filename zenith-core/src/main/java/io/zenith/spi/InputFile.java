package io.zenith.spi;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// The bytes of one open file, readable from many threads at once.
///
/// It lives as long as the arena it was opened with, and needs no closing of its own.
public interface InputFile {

  /// The file, as it was listed.
  StoredFile file();

  /// The whole file as a read-only mapping, where the storage can map it.
  ///
  /// A mapping must not be handed to native code, nor to checksum or inflater classes of the JDK:
  /// if another process truncates the file meanwhile, they abort the JVM. Use [#read] to copy
  /// first.
  Optional<MemorySegment> mapping();

  /// Reads exactly `target.byteSize()` bytes into `target`.
  ///
  /// @param offset first byte in the file
  /// @param target native or heap memory of the caller
  /// @throws IOException if the storage fails
  /// @throws io.zenith.error.MalformedDataException if the file ends before that many bytes
  void read(long offset, MemorySegment target) throws IOException;

  /// Reads several parts as [#read(long, MemorySegment)] does: from a far storage those that lie
  /// close together at once, and all at the same time, as far as it bears that.
  ///
  /// @param parts in any order
  default void read(List<FilePart> parts) throws IOException {
    for (FilePart part : parts) {
      read(part.offset(), part.target());
    }
  }

  /// What was found out about this version of the file before, by whoever went through it, and has
  /// been kept.
  ///
  /// @param what says what it is and all that it depends on besides the file, with a version
  /// @return nothing if it is not kept, as by default
  default Optional<byte[]> known(String what) {
    return Optional.empty();
  }

  /// Keeps what was found out about this version of the file, where that is possible.
  ///
  /// @param what as [#known] is asked
  default void keep(String what, byte[] found) {
    // by default nothing is kept
  }

  /// Fails if the file was changed in place since it was opened. A file that was replaced by
  /// another under its name keeps its old content here, and passes. The loader asks before it reads
  /// a split of an open file; formats need not.
  ///
  /// @throws IOException if the storage fails
  /// @throws io.zenith.error.MalformedDataException if it was changed
  void verifyUnchanged() throws IOException;
}
