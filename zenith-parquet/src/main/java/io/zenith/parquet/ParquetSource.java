package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// An open Parquet file, whose row groups are its splits.
final class ParquetSource implements DataSource {
  private final InputFile file;
  private final Footer footer;

  ParquetSource(InputFile file, Footer footer) {
    this.file = file;
    this.footer = footer;
  }

  @Override
  public Schema schema() {
    return footer.schema();
  }

  @Override
  public List<Split> splits() {
    boolean isMapped = file.mapping().isPresent();
    List<Split> splits = new ArrayList<>();
    for (int number = 0; number < footer.rowGroups().size(); number++) {
      RowGroup rowGroup = footer.rowGroups().get(number);
      List<ColumnNeed> needs =
          footer.shapes().stream()
              .map(shape -> ColumnNeed.of(shape, rowGroup, footer.leaves(), isMapped))
              .toList();
      RowGroupStatistics statistics = RowGroupStatistics.of(footer.shapes(), rowGroup);
      splits.add(
          new RowGroupSplit(
              file.file(), number, rowGroup.rows(), needs, statistics, footer.hash()));
    }
    return splits;
  }

  @Override
  public BatchIterator read(ReadRequest request) throws IOException {
    RowGroupSplit split = own(request.split());
    RowGroup rowGroup = footer.rowGroups().get(split.number());
    List<Shape> shapes = request.columns().stream().map(footer.shapes()::get).toList();
    Place place = place(split);
    ChunkBytes bytes = ChunkBytes.fetch(file, rowGroup, shapes, request.buffers());
    return new RowGroupReader(request, rowGroup, shapes, footer.leaves(), bytes, place);
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
    Optional<Zones> pages = new PageZones(file, rowGroup, leaf.get(), place(own)).read(memory);
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
