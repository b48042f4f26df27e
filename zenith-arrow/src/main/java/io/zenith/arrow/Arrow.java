package io.zenith.arrow;

import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Set;

/// The Arrow IPC file format, which is also Feather version 2.
///
/// Read are files of metadata versions V4 and V5, little-endian and uncompressed, with columns of
/// every type of Arrow's columnar format, nested and dictionary-encoded ones of any type included.
/// An extension type is read as its storage. Anything else, such as a stream, a compressed body or
/// a type of a newer Arrow version, is refused by name with an
/// [io.zenith.error.UnsupportedDataException] before a row is delivered.
///
/// Columns of a file that its storage can map are views of the mapping: nothing is copied, and
/// [io.zenith.spi.Split#decodedBytes] is 0. Dictionaries of other files are kept in native memory
/// until the source is closed, outside of the loader's memory budget.
///
/// Immutable, and safe to use from many threads.
public final class Arrow implements Format {
  private static final Arrow FORMAT = new Arrow();

  /// The usual ends of names: the file format's, then those of streams, which are refused by name.
  private static final Set<String> EXTENSIONS =
      Set.of("arrow", "arrow_file", "feather", "arrows", "stream", "ipc");

  /// The format with its defaults, for [java.util.ServiceLoader]. Programs call [#format()].
  public Arrow() {}

  /// The format with its defaults.
  public static Format format() {
    return FORMAT;
  }

  @Override
  public String name() {
    return "arrow";
  }

  /// Whether this is the start of an Arrow file, or of a stream or Feather version 1 file, which
  /// [#open] refuses by name.
  @Override
  public boolean matchesMagic(MemorySegment head) {
    return Magic.of(head) != Magic.UNKNOWN;
  }

  @Override
  public boolean matchesName(String fileName) {
    int dot = fileName.lastIndexOf('.');
    return dot >= 0 && EXTENSIONS.contains(fileName.substring(dot + 1).toLowerCase(Locale.ROOT));
  }

  @Override
  public DataSource open(InputFile file) throws IOException {
    HeadCheck.verify(file);
    ArrowSource source = new ArrowSource(file, FooterReader.read(file));
    source.verifyFirstBatch();
    return source;
  }

  /// The name.
  @Override
  public String toString() {
    return name();
  }
}
