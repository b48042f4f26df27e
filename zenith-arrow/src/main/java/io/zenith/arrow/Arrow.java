package io.zenith.arrow;

import io.zenith.spi.BatchStream;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.channels.ReadableByteChannel;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The Arrow IPC formats: files, which are also Feather version 2, and streams in files.
///
/// Read are little-endian files and streams of metadata versions V4 and V5, plain or compressed
/// with LZ4 or Zstandard, with columns of every type of Arrow's columnar format, nested and
/// dictionary-encoded ones of any type included. Dictionaries may grow by deltas, and be replaced
/// in streams. An extension type is read as its storage. Anything else, such as big-endian data or
/// a type of a newer Arrow version, is refused by name with an
/// [io.zenith.error.UnsupportedDataException] before a row is delivered.
///
/// Uncompressed columns of a file that its storage can map are views of the mapping: nothing is
/// copied, and [io.zenith.spi.Split#decodedBytes] is 0. Compressed ones are decompressed into
/// memory of the loader's budget. So are dictionaries, which are kept there as long as their file
/// is open; what is joined from deltas is kept outside of the budget.
///
/// Zstandard loads native code: the JVM prints a warning, unless it runs with
/// `--enable-native-access=ALL-UNNAMED`. LZ4 is read by code of Zenith's own, and with that flag by
/// native code, which takes up to half as long.
///
/// Immutable, and safe to use from many threads.
public final class Arrow implements Format {
  private static final Arrow FORMAT = new Arrow();

  /// The usual ends of names: the file format's, then those of streams.
  private static final Set<String> EXTENSIONS =
      Set.of("arrow", "arrow_file", "feather", "arrows", "stream", "ipc");

  /// The format with its defaults, for [java.util.ServiceLoader]. Programs call [#format()].
  public Arrow() {}

  /// The format with its defaults.
  public static Format format() {
    return FORMAT;
  }

  /// The record batches of a stream that comes through a pipe or a socket, each byte of which is
  /// read once: [io.zenith.Dataset#of] makes a dataset of it. A file that comes that way is read as
  /// a stream, too. What is behind the end marker is left unread.
  ///
  /// Waits for the schema. Record batches, and what is decompressed, are read into the memory of
  /// the loader's budget; dictionaries lie outside of it, in memory that the garbage collector
  /// frees.
  ///
  /// Of standard input, `new FileInputStream(FileDescriptor.in).getChannel()` is a channel whose
  /// wait for bytes ends when the loader is closed; that of `Channels.newChannel(System.in)` does
  /// not.
  ///
  /// @param name what to call it in errors
  /// @param channel in blocking mode; it is closed with the stream, and if this method fails
  /// @throws IllegalArgumentException if the channel does not block
  /// @throws IOException if reading fails
  /// @throws io.zenith.error.MalformedDataException if this is no Arrow stream
  /// @throws io.zenith.error.UnsupportedDataException if its schema uses what is not read
  public static BatchStream stream(String name, ReadableByteChannel channel) throws IOException {
    return ArrowStream.open(name, channel);
  }

  @Override
  public String name() {
    return "arrow";
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("arrow/1");
  }

  /// Whether this is the start of an Arrow file or stream, or of a Feather version 1 file, which
  /// [#open] refuses by name. Streams from before version 0.15 begin with nothing that could be
  /// told from other bytes for sure: they are known by their names.
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
  public DataSource open(InputFile file, SegmentAllocator memory) throws IOException {
    MessageIndex messages =
        HeadCheck.isStream(file) ? StreamReader.read(file) : FileIndex.read(file);
    return new ArrowSource(file, messages, memory);
  }

  /// The name.
  @Override
  public String toString() {
    return name();
  }
}
