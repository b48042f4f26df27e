package io.zenith.arrow.bridge;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.spi.BatchStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;

/// Bridges between Zenith and arrow-java: batches as vectors and back, loaders as streams of the C
/// data interface and such streams as rows of a [Dataset][io.zenith.Dataset].
///
/// ```java
/// try (BufferAllocator allocator = ArrowBridge.allocator();
///     DataLoader loader = Dataset.open("train.arrow").loader(65_536).build()) {
///   for (Batch batch : loader) {
///     try (VectorSchemaRoot root = ArrowBridge.root(batch, allocator)) {
///       process(root);
///     }
///   }
/// }
/// ```
///
/// It needs what Zenith itself does not: `org.apache.arrow:arrow-vector` and
/// `org.apache.arrow:arrow-memory-netty`, for the C data interface `org.apache.arrow:arrow-c-data`
/// and the JVM's flag `--add-opens=java.base/java.nio=ALL-UNNAMED`, and with arrow-memory-netty
/// `--sun-misc-unsafe-memory-access=allow`. All methods throw [IllegalStateException] with a
/// message that says which is missing. The methods that make segments of arrow-java's memory, all
/// but [#root] and [#dictionaries] of mapped batches, make the JVM print a warning unless it runs
/// with `--enable-native-access=ALL-UNNAMED`.
///
/// A named module that calls it requires arrow-java's modules itself: those of Zenith do without.
///
/// All methods may be called by any thread.
@SuppressWarnings("exports") // modules that do not call it must do without arrow-java
public final class ArrowBridge {
  private ArrowBridge() {}

  /// A new allocator, as `new RootAllocator()` makes it: that constructor fails without the flag
  /// above, and does not say so.
  public static BufferAllocator allocator() {
    try {
      return new RootAllocator();
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }

  /// A batch as vectors, to be closed by the caller.
  ///
  /// The vectors of a batch that lies in mapped, uncompressed files lie there too: nothing is
  /// copied but bitmaps that do not begin on a byte and run ends that do not begin with the first
  /// row, and nothing of the mapping counts in the allocator. The files stay mapped until the last
  /// buffer is released, also beyond the step and the loader. Other batches, such as those of
  /// compressed files and those whose rows lie in several record batches, are copied into the
  /// allocator.
  ///
  /// The vectors are there to be read: the mapping is read-only, and a write into it brings down
  /// the JVM. So may reading after another process has truncated a file: do not bridge files that
  /// others may truncate, or pass `batch.copy()`.
  ///
  /// A column of a dictionary is a vector of its indices; [#dictionaries] has the values. A column
  /// of an extension type that is registered with arrow-java is a vector of that type.
  ///
  /// @throws io.zenith.error.UnsupportedDataException if arrow-java has no vector for a type, or
  ///   none that holds so many values
  /// @throws io.zenith.error.MalformedDataException if a column is corrupt
  public static VectorSchemaRoot root(Batch batch, BufferAllocator allocator) {
    try {
      return BatchVectors.root(batch, allocator);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }

  /// The dictionaries of a batch, to be closed by the caller; they live as the vectors of [#root]
  /// do. Their ids count the dictionaries of the schema from 0, in the order of the columns, outer
  /// ones before those inside of them.
  ///
  /// @throws io.zenith.error.UnsupportedDataException if arrow-java has no vector for a type
  /// @throws io.zenith.error.MalformedDataException if a column is corrupt
  public static MapDictionaryProvider dictionaries(Batch batch, BufferAllocator allocator) {
    try {
      return BatchVectors.dictionaries(batch, allocator);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }

  /// Vectors as a batch in memory of its own: [Batch#copy()] says how long it lives.
  ///
  /// @throws IllegalArgumentException if a column has a dictionary
  /// @throws io.zenith.error.UnsupportedDataException if there is a type that Zenith does not have
  /// @throws io.zenith.error.MalformedDataException if their content contradicts itself
  public static Batch batch(VectorSchemaRoot root) {
    try {
      return VectorBatch.copy(root);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }

  /// Vectors as a batch, without a copy. Their buffers are retained until the arena is closed; then
  /// the batch throws [IllegalStateException] when it is read. Whoever writes into the vectors
  /// meanwhile changes what was checked.
  ///
  /// The content of a column is checked when it is first used, as that of a file is.
  ///
  /// @param dictionaries of the columns; may be empty
  /// @param arena the life of the batch. With an automatic one the garbage collector releases the
  ///   buffers some time later, which an allocator that is closed before reports as a leak
  /// @throws IllegalArgumentException if a dictionary is missing
  /// @throws io.zenith.error.UnsupportedDataException if there is a type that Zenith does not have
  /// @throws io.zenith.error.MalformedDataException if sizes contradict each other
  public static Batch batch(VectorSchemaRoot root, DictionaryProvider dictionaries, Arena arena) {
    try {
      return VectorBatch.of(root, dictionaries, arena);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }

  /// The rows of a reader, such as a query's result, for
  /// [Dataset.of][io.zenith.Dataset#of(BatchStream)]. They are copied into the loader's memory,
  /// dictionaries with each batch.
  ///
  /// Closing the stream closes the reader. The loader closes it; who cannot be sure that a loader
  /// is built closes it as well, after the loader. An interrupt does not end a wait for the reader:
  /// closing the loader waits until the reader has its batch.
  ///
  /// @throws IOException if reading the schema fails; the reader stays the caller's
  /// @throws io.zenith.error.UnsupportedDataException if there is a type that Zenith does not have;
  ///   the reader stays the caller's
  public static BatchStream stream(ArrowReader reader) throws IOException {
    try {
      return new ReaderStream(reader);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }

  /// As [#stream(ArrowReader)], the rows of a stream of the C data interface. It is moved: the
  /// caller's struct may be closed, and closing what is returned releases the stream.
  ///
  /// @throws IOException if reading the schema fails; the stream is released
  /// @throws io.zenith.error.UnsupportedDataException if there is a type that Zenith does not have;
  ///   the stream is released
  public static BatchStream stream(ArrowArrayStream stream, BufferAllocator allocator)
      throws IOException {
    try {
      return CStreams.stream(stream, allocator);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }

  /// A loader as a stream of the C data interface, for one pass by other libraries of the process.
  /// The batches are copied into the allocator: native code never gets an address inside the
  /// mapping of a file.
  ///
  /// What fails while the stream is read comes out of the consumer, with the message of the
  /// exception. The loader stays the caller's, to be closed after the stream was read.
  ///
  /// @param stream a struct of the caller, which gets the stream
  /// @throws io.zenith.error.UnsupportedDataException if arrow-java has no vector for a type
  /// @throws IllegalStateException if the loader was read before
  public static void export(DataLoader loader, BufferAllocator allocator, ArrowArrayStream stream) {
    try {
      CStreams.export(loader, allocator, stream);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }

  /// As [#export(DataLoader, BufferAllocator, ArrowArrayStream)], in a new struct, to be closed by
  /// the caller after the stream was read. Who does not give it to a reader releases it.
  public static ArrowArrayStream export(DataLoader loader, BufferAllocator allocator) {
    try {
      return CStreams.export(loader, allocator);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw Requirements.explain(e);
    }
  }
}
