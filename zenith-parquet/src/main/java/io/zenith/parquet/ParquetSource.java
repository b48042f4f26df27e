package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An open Parquet file. Its splits are its row groups, and parts of large ones.
final class ParquetSource implements DataSource {
  private final InputFile file;
  private final Footer footer;
  private final RowGroupParts parts;

  ParquetSource(InputFile file, Footer footer, RowGroupParts parts) {
    this.file = file;
    this.footer = footer;
    this.parts = parts;
  }

  @Override
  public Schema schema() {
    return footer.schema();
  }

  @Override
  public List<Split> splits() {
    List<Split> splits = new ArrayList<>();
    List<Shape.Leaf> decoded = footer.leaves().stream().map(Shape.Leaf::decoded).toList();
    for (int number = 0; number < footer.rowGroups().size(); number++) {
      RowGroup rowGroup = footer.rowGroups().get(number);
      List<RowRange> ranges = parts.of(rowGroup, footer.shapes(), decoded);
      // The first part has as many rows as any other.
      long rows = ranges.getFirst().count();
      boolean isMapped = file.mapping().isPresent();
      LeafNeeds needs = LeafNeeds.of(footer.shapes(), rowGroup, footer.leaves(), rows, isMapped);
      RowGroupStatistics statistics = RowGroupStatistics.of(footer.shapes(), rowGroup);
      StoredSizes sizes = StoredSizes.of(footer.shapes(), rowGroup);
      for (RowRange range : ranges) {
        splits.add(
            new RowGroupSplit(
                file.file(),
                number,
                range,
                ranges.size() > 1,
                needs,
                statistics,
                sizes,
                footer.hash()));
      }
    }
    return splits;
  }

  @Override
  public boolean knowsSplits() {
    return true;
  }

  @Override
  public BatchIterator read(ReadRequest request) throws IOException {
    RowGroupSplit split = own(request.split());
    RowGroup rowGroup = footer.rowGroups().get(split.number());
    List<Shape> shapes = Shape.of(footer.shapes(), request.columns());
    Place place = place(split);
    RowSet rows = RowSet.of(request.ranges(), split.range().from(), rowGroup.rows());
    boolean isRead = RowGroupReader.isRead(rows);
    List<Integer> leaves =
        isRead ? shapes.stream().flatMap(shape -> shape.leaves().stream()).toList() : List.of();
    Map<Integer, ChunkRows> chunks = chunks(rowGroup, leaves, rows, request, place);
    ByteSpans spans = new ByteSpans();
    chunks.values().forEach(chunk -> chunk.addTo(spans));
    ChunkBytes bytes = ChunkBytes.of(file, spans, request.buffers());
    ByteSpans dictionaries = new ByteSpans();
    chunks.values().forEach(chunk -> chunk.addDictionaryTo(dictionaries, bytes));
    bytes.add(file, dictionaries, request.buffers());
    return new RowGroupReader(
        request, rowGroup, shapes, footer.leaves(), chunks, bytes, rows, place);
  }

  /// What is read of column chunks, with their offset indexes if not all rows are wanted.
  private Map<Integer, ChunkRows> chunks(
      RowGroup rowGroup, List<Integer> leaves, RowSet rows, ReadRequest request, Place place)
      throws IOException {
    ByteSpans spans = new ByteSpans();
    for (int leaf : leaves) {
      ColumnChunk chunk = rowGroup.chunks().get(leaf);
      index(chunk, rows, place).ifPresent(index -> spans.add(index.offset(), index.length()));
    }
    ChunkBytes bytes = ChunkBytes.of(file, spans, request.buffers());
    Map<Integer, ChunkRows> chunks = new HashMap<>();
    for (int leaf : leaves) {
      ColumnChunk chunk = rowGroup.chunks().get(leaf);
      boolean isRepeated = footer.leaves().get(leaf).levels().repetition() > 0;
      Place column = place.in(chunk.path());
      Optional<OffsetIndex> index =
          index(chunk, rows, place)
              .map(found ->
                  new OffsetIndex(
                      bytes.of(found.offset(), found.length()),
                      found.offset(),
                      chunk,
                      rowGroup.rows(),
                      column));
      chunks.put(leaf, new ChunkRows(chunk, isRepeated, index, rows, column));
    }
    return chunks;
  }

  /// Where the offset index is, if it is needed.
  private Optional<IndexPlace> index(ColumnChunk chunk, RowSet rows, Place place) {
    Optional<IndexPlace> index =
        rows.isAll() || chunk.values() == 0 ? Optional.empty() : chunk.summary().offsetIndex();
    index.ifPresent(found -> found.check(file, place.in(chunk.path()).in("offset index")));
    return index;
  }

  @Override
  public Optional<Zones> zones(Split split, List<Integer> path, SegmentAllocator memory)
      throws IOException {
    RowGroupSplit own = own(split);
    Optional<Shape.Leaf> leaf = Shape.flatLeaf(footer.shapes(), path);
    if (leaf.isEmpty()) {
      return Optional.empty();
    }
    RowGroup rowGroup = footer.rowGroups().get(own.number());
    Optional<Zones> pages =
        new PageZones(file, rowGroup, leaf.get(), own.range(), place(own)).read(memory);
    return pages.isPresent() ? pages : own.zones(path, memory);
  }

  @Override
  public BitSet mayHold(Split split, List<Integer> path, ArrayData values, SegmentAllocator memory)
      throws IOException {
    RowGroupSplit own = own(split);
    Optional<Shape.Leaf> leaf = Shape.flatLeaf(footer.shapes(), path);
    if (leaf.isEmpty() || !StoredValues.areKnown(leaf.get().type())) {
      return DataSource.super.mayHold(split, path, values, memory);
    }
    ColumnChunk chunk = footer.rowGroups().get(own.number()).chunks().get(leaf.get().firstLeaf());
    return new ChunkLookup(file, chunk, leaf.get().type(), memory, place(own).in(chunk.path()))
        .find(values);
  }

  private Place place(RowGroupSplit split) {
    return new Place(file.file(), "row group " + split.number());
  }

  private RowGroupSplit own(Split split) {
    if (!(split instanceof RowGroupSplit own)) {
      throw new IllegalArgumentException(split + " is no split of a Parquet file");
    }
    if (!own.hash().equals(footer.hash())) {
      throw new Place(file.file(), "footer")
          .malformed("hash " + footer.hash(), own.hash() + ", as when the file was listed");
    }
    return own;
  }

  @Override
  public void close() {
    // the memory is the loader's
  }

  /// The file, and the number of its row groups.
  @Override
  public String toString() {
    return file.file() + ": Parquet file of " + footer.rowGroups().size() + " row groups";
  }
}
