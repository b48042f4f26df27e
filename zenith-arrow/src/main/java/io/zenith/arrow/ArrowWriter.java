package io.zenith.arrow;

import io.zenith.Batch;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.NewFile;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SelectableChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes batches to an Arrow IPC file or stream, each as one record batch.
///
/// ```java
/// try (ArrowWriter writer = ArrowWriter.file(path).open(loader.schema())) {
///   for (Batch batch : loader) {
///     writer.write(batch);
///   }
///   writer.finish();
/// }
/// ```
///
/// A file appears under its name when [#finish] has brought it to the disk, and not before. If
/// anything fails, if the writer is closed without `finish`, or if the process dies, there is no
/// such file, or still the old one; a process that is killed leaves one whose name begins with a
/// point and ends with `.unfinished`. That is why `close` alone does not finish: it cannot know
/// whether the loop before it ended or failed.
///
/// Written is metadata version 5, little-endian, uncompressed unless [Builder#codec] says
/// otherwise, every buffer at a multiple of 64 bytes: the rows of the batch and nothing around
/// them, no bitmap where nothing is null. A dictionary is written before the first batch that uses
/// it. If a later batch has another one, a stream replaces it; a file can have only one: the values
/// that are new are appended, the writer keeps all of them in memory, and writes them once more at
/// the end, for readers that know no appended ones. Only appended values that are nested are left
/// to readers that know them (arrow-java 19 does not).
///
/// Used by one thread at a time. If that thread is interrupted in a method, writing fails.
public final class ArrowWriter implements AutoCloseable {
  private final Builder options;
  private final Schema schema;
  private final List<ColumnPlan> plans = new ArrayList<>();
  private final List<DictionaryWriter> dictionaries = new ArrayList<>();
  private final WriterMemory memory = new WriterMemory();
  private final @Nullable NewFile file;
  private final ByteSink sink;
  private final MessageWriter messages;
  private @Nullable Schema known;
  private @Nullable Throwable failure;
  private boolean finished;
  private boolean closed;

  /// Where to write, and how.
  ///
  /// A builder may be used again, and opens another writer each time.
  public static final class Builder {
    private final String name;
    private final boolean isFile;
    private final @Nullable Path path;
    private final @Nullable WritableByteChannel channel;
    private final @Nullable OutputStream stream;
    private Compression compression = Compression.NONE;
    private boolean replace;

    private Builder(
        String name,
        boolean isFile,
        @Nullable Path path,
        @Nullable WritableByteChannel channel,
        @Nullable OutputStream stream) {
      this.name = name;
      this.isFile = isFile;
      this.path = path;
      this.channel = channel;
      this.stream = stream;
    }

    /// Replaces a file of that name, which otherwise is an error. Whoever reads the old one reads
    /// it to its end.
    ///
    /// @throws IllegalStateException if the target is no path
    public Builder replaceExisting() {
      if (path == null) {
        throw new IllegalStateException(name + " is no path: there is nothing to replace");
      }
      replace = true;
      return this;
    }

    /// Compresses the data of batches and dictionaries, on the threads of the common pool and with
    /// native memory of about twice a batch. Default: [Compression#NONE].
    ///
    /// Buffers that get no smaller are stored as they are.
    public Builder codec(Compression codec) {
      compression = codec;
      return this;
    }

    /// Begins to write: takes the target and puts the schema there.
    ///
    /// @param schema the schema of all batches to come
    /// @throws java.nio.file.FileAlreadyExistsException if there is a file of that name already
    /// @throws IOException if the target cannot be written
    /// @throws IllegalArgumentException if Arrow IPC cannot express the schema
    public ArrowWriter open(Schema schema) throws IOException {
      return new ArrowWriter(this, schema);
    }
  }

  /// Writes a file in the Arrow IPC file format, usually named `*.arrow`.
  public static Builder file(Path target) {
    return new Builder(target.toString(), true, target, null, null);
  }

  /// Writes a file in the Arrow IPC stream format, usually named `*.arrows`.
  public static Builder stream(Path target) {
    return new Builder(target.toString(), false, target, null, null);
  }

  /// Writes the Arrow IPC stream format to a stream, which stays open: it is the caller's. What was
  /// written when an error occurs cannot be taken back; then the end mark is missing.
  public static Builder stream(OutputStream target) {
    WritableByteChannel channel = Channels.newChannel(target);
    return new Builder("a stream", false, null, channel, target);
  }

  /// As [#stream(OutputStream)], to a blocking channel.
  ///
  /// @throws IllegalArgumentException if the channel does not block
  public static Builder stream(WritableByteChannel target) {
    if (target instanceof SelectableChannel selectable && !selectable.isBlocking()) {
      throw new IllegalArgumentException("the channel does not block, as a writer needs it");
    }
    return new Builder("a channel", false, null, target, null);
  }

  private ArrowWriter(Builder options, Schema schema) throws IOException {
    this.options = options;
    this.schema = schema;
    boolean isFile = options.isFile;
    ColumnPlan.Policy policy = isFile ? ColumnPlan.Policy.APPEND : ColumnPlan.Policy.REPLACE;
    for (Field field : schema.fields()) {
      plans.add(ColumnPlan.of(field, null, dictionaries, policy));
    }
    Path path = options.path;
    file = path == null ? null : NewFile.create(path, options.replace);
    WritableByteChannel channel =
        file == null ? Objects.requireNonNull(options.channel) : file.channel();
    sink = new ByteSink(channel, options.name);
    messages =
        new MessageWriter(
            sink, new SchemaWriter(schema, plans), new BodyEncoder(options.compression, memory));
    attempt(() -> {
      if (isFile) {
        messages.fileMagic();
      }
      messages.schema();
    });
  }

  /// Writes the rows of a batch as one record batch.
  ///
  /// The first exception ends the writing: nothing more can be written, and a file will not appear.
  ///
  /// @param batch of any loader, with the columns that the schema says, by name and type
  /// @throws IOException if the target cannot be written
  /// @throws IllegalArgumentException if the batch has other columns
  /// @throws IllegalStateException if the batch is released, if it has values that Arrow IPC cannot
  ///   express in its types (the message says what), or if writing has failed or ended before
  /// @throws MalformedDataException if the data of the batch is corrupt, or its file was truncated
  public void write(Batch batch) throws IOException {
    requireOpen();
    attempt(() -> {
      requireSameColumns(batch.schema());
      RecordBatch rows = batch.recordBatch();
      WrittenBody body = new WrittenBody();
      ColumnWriter columns = new ColumnWriter(body, memory, messages);
      Spans span = Spans.of(rows.fromRow(), rows.rows());
      for (int i = 0; i < plans.size(); i++) {
        columns.add(plans.get(i), rows.columns().get(i), span);
      }
      messages.recordBatch(rows.rows(), body);
      sink.flush();
      memory.reset();
    });
  }

  /// Ends the file or stream, and brings a file to the disk and under its name.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if a file of that name has appeared meanwhile
  /// @throws IOException if the target cannot be written
  /// @throws IllegalStateException if writing has failed or ended before
  public void finish() throws IOException {
    requireOpen();
    attempt(() -> {
      if (options.isFile) {
        for (DictionaryWriter dictionary : dictionaries) {
          dictionary.finish(messages, memory);
        }
      }
      messages.end();
      if (options.isFile) {
        messages.footer();
      }
      sink.flush();
      if (options.stream != null) {
        options.stream.flush();
      }
      if (file != null) {
        file.publish();
      }
      finished = true;
    });
  }

  /// Gives everything back. What is not finished is removed.
  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      sink.close();
      memory.close();
      if (file != null) {
        file.close();
      }
    }
  }

  /// Some writing, which may fail.
  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) throws IOException {
    try {
      step.run();
    } catch (InternalError e) {
      fail(e);
      throw translate(e);
    } catch (Throwable e) {
      fail(e);
      throw e;
    }
  }

  /// Removes what is not finished, and remembers why.
  private void fail(Throwable error) {
    failure = error;
    try {
      close();
    } catch (IOException | RuntimeException e) {
      error.addSuppressed(e);
    }
  }

  private static RuntimeException translate(InternalError error) {
    String message = error.getMessage();
    if (message == null || !message.contains("unsafe memory access")) {
      throw error;
    }
    return new MalformedDataException(
        "a batch to write",
        "the mapped file to end before this data",
        "a file that nobody truncates while it is read",
        error);
  }

  private void requireOpen() {
    if (failure != null) {
      throw new IllegalStateException("writing " + options.name + " has failed before", failure);
    }
    if (finished || closed) {
      throw new IllegalStateException(options.name + " is " + (finished ? "finished" : "closed"));
    }
  }

  private void requireSameColumns(Schema other) {
    if (isKnown(other)) {
      return;
    }
    List<Field> fields = other.fields();
    if (fields.size() != schema.fields().size()) {
      throw new IllegalArgumentException(
          "a batch of " + fields.size() + " columns for " + schema.fields().size());
    }
    for (int i = 0; i < fields.size(); i++) {
      Field expected = schema.fields().get(i);
      Field found = fields.get(i);
      if (!found.name().equals(expected.name()) || !found.type().equals(expected.type())) {
        throw new IllegalArgumentException("column " + i + " is " + found + ", not " + expected);
      }
    }
    known = other;
  }

  @SuppressWarnings("ReferenceEquality") // the batches of a loader share their schema
  private boolean isKnown(Schema other) {
    return other == known;
  }
}
