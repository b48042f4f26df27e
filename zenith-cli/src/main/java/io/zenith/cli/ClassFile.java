package io.zenith.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/// A file of a class, by its name within the folder of all classes.
///
/// @param name in UTF-8, with `/` between its parts: there may be millions of them
/// @param label the number of the class
@SuppressWarnings("ArrayRecordComponent") // compared by the order below alone
record ClassFile(byte[] name, int label) {
  /// Class by class, and within one by name.
  static final Comparator<ClassFile> ORDER =
      Comparator.comparingInt(ClassFile::label)
          .thenComparing(ClassFile::name, Arrays::compareUnsigned);

  /// The name.
  @Override
  public String toString() {
    return new String(name, StandardCharsets.UTF_8);
  }
}
