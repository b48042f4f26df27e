package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The dictionaries of one file, each read when a column first needs it, and kept.
///
/// A dictionary and its deltas are read as a whole; a record batch gets as many of the values as
/// are in force for it. What dictionaries refer to themselves is what is in force for the record
/// batch, too: their values are read once, and put together again with each state of the others.
///
/// Safe to use from many threads: who finds what is read takes no lock; who does not, reads under
/// one.
final class Dictionaries {
  private final InputFile file;
  private final MessageIndex messages;
  private final SegmentAllocator memory;
  private final Map<DictionaryChain, DictionaryValues> loaded = new ConcurrentHashMap<>();
  private final Map<State, DictionaryValues> nested = new ConcurrentHashMap<>();

  /// A chain whose values refer to other dictionaries, with the [DictionaryIndex#state] of these.
  private record State(DictionaryChain chain, int inner) {}

  /// @param file the file
  /// @param messages its messages
  /// @param memory where dictionaries go that are not views
  Dictionaries(InputFile file, MessageIndex messages, SegmentAllocator memory) {
    this.file = file;
    this.messages = messages;
    this.memory = memory;
  }

  /// The dictionaries that some columns of a record batch need, by id.
  Map<Long, DictionaryData> of(Collection<ColumnLayout> columns, int recordBatch)
      throws IOException {
    Map<Long, DictionaryData> needed = new HashMap<>();
    for (long id : DictionaryIds.of(columns)) {
      needed.put(id, inForce(id, recordBatch));
    }
    return needed;
  }

  private DictionaryData inForce(long id, int recordBatch) throws IOException {
    BatchLayout layout = messages.layout().dictionary(id);
    DictionaryIndex index = messages.dictionaries();
    Optional<DictionaryChain> chain = index.chain(id, recordBatch);
    if (chain.isEmpty()) {
      // Honest writers leave a dictionary out only if no index refers to it. The core's check of
      // the indices finds the others.
      return DictionaryData.of(EmptyColumn.of(layout.columns().getFirst().type()));
    }
    DictionaryValues values = values(chain.get(), layout);
    if (layout.refersToDictionaries()) {
      int inner = index.state(layout.columns(), messages.layout(), recordBatch);
      State state = new State(chain.get(), inner);
      DictionaryValues known = nested.get(state);
      values = known == null ? complete(state, values, layout, recordBatch) : known;
    }
    return values.first(chain.get().inForce(recordBatch));
  }

  private DictionaryValues values(DictionaryChain chain, BatchLayout layout) throws IOException {
    DictionaryValues known = loaded.get(chain);
    return known == null ? load(chain, layout) : known;
  }

  private synchronized DictionaryValues load(DictionaryChain chain, BatchLayout layout)
      throws IOException {
    DictionaryValues known = loaded.get(chain);
    if (known != null) {
      return known;
    }
    List<ArrayData> parts = new ArrayList<>(chain.blocks().size());
    List<Long> ends = new ArrayList<>(chain.blocks().size());
    MessageReader reader = new MessageReader(file);
    long end = 0;
    for (DictionaryBlock block : chain.blocks()) {
      Place place = Place.ofDictionaryBatch(file, block.number());
      ArrayData part = read(block.block(), reader, layout, place);
      if (chain.blocks().size() > 1) {
        DictionaryValues.verifyJoinable(part, chain.bytes(), place);
      }
      end += part.length();
      parts.add(part);
      ends.add(end);
    }
    DictionaryValues values = new DictionaryValues(parts, ends);
    loaded.put(chain, values);
    return values;
  }

  /// The values of one batch, without the dictionaries that they refer to.
  private ArrayData read(MessageBlock block, MessageReader reader, BatchLayout layout, Place place)
      throws IOException {
    List<ColumnLayout> columns = layout.columns();
    BatchHeader header =
        reader.read(block, place, message -> BatchHeader.ofDictionary(message, layout, place));
    header.verify(columns.getFirst());
    Body body = Body.of(file, block, header, columns, memory);
    Optional<BodyDecoder> decoder =
        header.codec().map(codec -> new BodyDecoder(codec, header, memory, place));
    return new ColumnAssembler(header, body, decoder, Map.of()).columns(columns).getFirst();
  }

  /// Values with the dictionaries that they refer to. The same state gives the same lists, for the
  /// core to know them again.
  private synchronized DictionaryValues complete(
      State state, DictionaryValues values, BatchLayout layout, int recordBatch)
      throws IOException {
    DictionaryValues known = nested.get(state);
    if (known != null) {
      return known;
    }
    ColumnLayout column = layout.columns().getFirst();
    Map<Long, DictionaryData> inner = of(layout.columns(), recordBatch);
    DictionaryValues complete = values.complete(column, inner);
    nested.put(state, complete);
    return complete;
  }
}
