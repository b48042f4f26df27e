package io.zenith;

import io.zenith.internal.cache.Content;
import io.zenith.internal.layout.Node;
import io.zenith.internal.rows.Chunk;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.RecordBatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How the record batches of a split lie in an entry of a cache: the buffers of their columns, one
/// after the other, and beside them what they are. Columns that several record batches share, and
/// dictionaries that several columns share, are there once.
///
/// ```
/// sets     count, then for each its columns
/// batches  count, then for each its set (-1 for rows that were not read), first row, row behind
/// column   length, nulls, buffers (place, bytes), children, dictionary
/// ```
final class BlockStructure {
  private static final int GAP = -1;

  // What a column says about its dictionary: nothing, that it follows, or from 0 on which it is.
  private static final int NONE = -1;
  private static final int NEW = -2;

  private BlockStructure() {}

  /// What an entry has to keep of record batches.
  static Content write(List<Chunk> batches) {
    return new Writing().content(batches);
  }

  /// What an entry has kept.
  ///
  /// @param kept the buffers
  /// @param structure what they are
  /// @param fields of the columns
  /// @return the record batches; nothing where rows were not read
  static List<Part> read(MemorySegment kept, byte[] structure, List<Field> fields) {
    try {
      return new Reading(kept, structure).parts(fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Some rows of a split.
  ///
  /// @param rows how many there are
  /// @param batch these; nothing if they were not read
  record Part(long rows, Optional<RecordBatch> batch) {}

  private static final class Writing {
    private final List<MemorySegment> buffers = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final IdentityHashMap<ArrayData, Integer> dictionaries = new IdentityHashMap<>();
    private long place;

    Content content(List<Chunk> batches) {
      try {
        IdentityHashMap<Node[], Integer> sets = new IdentityHashMap<>();
        List<Node[]> inOrder = new ArrayList<>();
        for (Chunk batch : batches) {
          if (!batch.isGap() && sets.putIfAbsent(batch.nodes(), sets.size()) == null) {
            inOrder.add(batch.nodes());
          }
        }
        out.writeInt(inOrder.size());
        for (Node[] columns : inOrder) {
          for (Node column : columns) {
            write(column.arrayData());
          }
        }
        out.writeInt(batches.size());
        for (Chunk batch : batches) {
          out.writeInt(batch.isGap() ? GAP : Objects.requireNonNull(sets.get(batch.nodes())));
          out.writeLong(batch.from());
          out.writeLong(batch.end());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e); // an array does not fail
      }
      return new Content(buffers, bytes.toByteArray());
    }

    private void write(ArrayData column) throws IOException {
      out.writeLong(column.length());
      out.writeLong(column.nullCount());
      out.writeInt(column.buffers().size());
      for (MemorySegment buffer : column.buffers()) {
        out.writeLong(place);
        out.writeLong(buffer.byteSize());
        place += Content.aligned(buffer.byteSize());
        buffers.add(buffer);
      }
      for (ArrayData child : column.children()) {
        write(child);
      }
      if (column.dictionary().isEmpty()) {
        out.writeInt(NONE);
        return;
      }
      ArrayData values = column.dictionary().get().values();
      Integer known = dictionaries.putIfAbsent(values, dictionaries.size());
      out.writeInt(known == null ? NEW : known);
      if (known == null) {
        write(values);
      }
    }
  }

  private static final class Reading {
    private final MemorySegment kept;
    private final DataInputStream in;
    private final List<@Nullable ArrayData> dictionaries = new ArrayList<>();

    Reading(MemorySegment kept, byte[] structure) {
      this.kept = kept;
      this.in = new DataInputStream(new ByteArrayInputStream(structure));
    }

    List<Part> parts(List<Field> fields) throws IOException {
      List<List<ArrayData>> sets = new ArrayList<>();
      int setCount = in.readInt();
      for (int set = 0; set < setCount; set++) {
        List<ArrayData> columns = new ArrayList<>(fields.size());
        for (Field field : fields) {
          columns.add(column(field.type()));
        }
        sets.add(List.copyOf(columns));
      }
      List<Part> parts = new ArrayList<>();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        int set = in.readInt();
        long from = in.readLong();
        long rows = in.readLong() - from;
        parts.add(
            new Part(
                rows,
                set == GAP
                    ? Optional.empty()
                    : Optional.of(new RecordBatch(from, rows, sets.get(set)))));
      }
      return parts;
    }

    private ArrayData column(DataType type) throws IOException {
      long length = in.readLong();
      long nulls = in.readLong();
      List<MemorySegment> buffers = new ArrayList<>();
      int bufferCount = in.readInt();
      for (int i = 0; i < bufferCount; i++) {
        long place = in.readLong();
        buffers.add(kept.asSlice(place, in.readLong()));
      }
      List<ArrayData> children = new ArrayList<>();
      for (Field child : type.children()) {
        children.add(column(child.type()));
      }
      return new ArrayData(type, length, nulls, buffers, children, dictionary(type));
    }

    private Optional<DictionaryData> dictionary(DataType type) throws IOException {
      int which = in.readInt();
      if (which == NONE) {
        return Optional.empty();
      }
      if (which == NEW) {
        int place = dictionaries.size();
        dictionaries.add(null); // those inside of it come after it
        ArrayData values = column(((DataType.Dictionary) type).value());
        dictionaries.set(place, values);
        return Optional.of(DictionaryData.of(values));
      }
      return Optional.of(DictionaryData.of(Objects.requireNonNull(dictionaries.get(which))));
    }
  }
}
