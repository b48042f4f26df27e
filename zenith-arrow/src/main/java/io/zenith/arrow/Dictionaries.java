package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/// The dictionaries of one file, each read when a column first needs it, and kept.
///
/// Safe to use from many threads: who finds what is read takes no lock; who does not, reads under
/// one. Dictionaries of a file without mapping lie in native memory that [#close] gives back.
final class Dictionaries implements AutoCloseable {
  private final InputFile file;
  private final FileFooter footer;
  private final Map<Long, DictionaryData> loaded = new ConcurrentHashMap<>();
  private volatile @Nullable Map<Long, Entry> index;
  private @Nullable Arena copies;
  private boolean closed;

  /// A dictionary batch in the file.
  private record Entry(MessageBlock block, Place place) {}

  /// @param file the file
  /// @param footer its footer
  Dictionaries(InputFile file, FileFooter footer) {
    this.file = file;
    this.footer = footer;
  }

  /// The dictionaries that some columns need, by id.
  Map<Long, DictionaryData> of(Collection<ColumnLayout> columns) throws IOException {
    Map<Long, DictionaryData> needed = new HashMap<>();
    addNeeded(columns, needed);
    return needed;
  }

  private void addNeeded(Collection<ColumnLayout> columns, Map<Long, DictionaryData> needed)
      throws IOException {
    for (ColumnLayout column : columns) {
      if (column.dictionary().isPresent()) {
        long id = column.dictionary().getAsLong();
        DictionaryData known = loaded.get(id);
        needed.put(id, known == null ? load(id) : known);
      }
      addNeeded(column.children(), needed);
    }
  }

  /// Checks that all dictionary batches are of a kind that is read.
  void verify() throws IOException {
    index();
  }

  private synchronized DictionaryData load(long id) throws IOException {
    if (closed) {
      throw new IllegalStateException(file.file() + " is closed");
    }
    DictionaryData known = loaded.get(id);
    if (known != null) {
      return known;
    }
    BatchLayout layout = Objects.requireNonNull(footer.layout().dictionaries().get(id));
    Entry entry = index().get(id);
    // Honest writers leave a dictionary out only if no index refers to it. The core's check of
    // the indices finds the others.
    ArrayData values =
        entry == null ? EmptyColumn.of(layout.columns().getFirst().type()) : read(entry, layout);
    DictionaryData dictionary = DictionaryData.of(values);
    loaded.put(id, dictionary);
    return dictionary;
  }

  private ArrayData read(Entry entry, BatchLayout layout) throws IOException {
    List<ColumnLayout> columns = layout.columns();
    Map<Long, DictionaryData> nested = of(columns);
    BatchHeader header =
        new MessageReader(file)
            .read(
                entry.block(),
                entry.place(),
                message -> BatchHeader.ofDictionary(message, layout, entry.place()));
    header.verify(columns.getFirst());
    Body body = Body.of(file, entry.block(), header, columns, this::allocate);
    return new ColumnAssembler(header, body, nested).columns(columns).getFirst();
  }

  /// Native memory for what cannot be a view: called under the lock, by whoever reads.
  private MemorySegment allocate(long bytes, long alignment) {
    Arena arena = copies;
    if (arena == null) {
      arena = Arena.ofShared();
      copies = arena;
    }
    return arena.allocate(bytes, alignment);
  }

  private Map<Long, Entry> index() throws IOException {
    Map<Long, Entry> known = index;
    if (known == null) {
      known = readIndex();
      index = known;
    }
    return known;
  }

  private Map<Long, Entry> readIndex() throws IOException {
    MessageReader reader = new MessageReader(file);
    Map<Long, Entry> entries = new HashMap<>();
    for (int i = 0; i < footer.dictionaries().size(); i++) {
      MessageBlock block = footer.dictionaries().get(i);
      Place place = new Place(file.file(), "dictionary batch " + i);
      long id = reader.read(block, place, message -> verify(message, place));
      if (entries.putIfAbsent(id, new Entry(block, place)) != null) {
        throw place.malformed(
            "another dictionary of id " + id, "one at most: files cannot replace dictionaries");
      }
    }
    return entries;
  }

  private static long verify(Message message, Place place) {
    DictionaryBatch dictionary = BatchHeader.dictionary(message, place);
    if (dictionary.isDelta()) {
      throw place.unsupported("a delta dictionary");
    }
    RecordBatch data = Flatbuffers.required(dictionary.data(), "values", place);
    BatchHeader.refuseCompression(data, place);
    return dictionary.id();
  }

  /// Gives the memory back. Nothing read from here may be used afterwards.
  @Override
  public synchronized void close() {
    closed = true;
    if (copies != null) {
      copies.close();
      copies = null;
    }
  }
}
