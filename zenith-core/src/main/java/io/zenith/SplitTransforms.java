package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.internal.rows.RowSpan;
import io.zenith.internal.storage.Fault;
import io.zenith.spi.RowRange;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Transforms the record batches of whole splits, whose columns are those of the dataset.
///
/// Those of several ranges of rows may have the same columns, of which each is a part. New columns
/// are made for all of them together: else each would make what comes before it again.
///
/// @param transforms what is done to the rows
record SplitTransforms(Transforms transforms) {

  /// Columns that several record batches may have.
  private static final class Shared {
    private final List<RowSpan> wanted = new ArrayList<>();
    private long end;
    private Node @Nullable [] made;

    private Node[] made(Transforms transforms, Node[] nodes, SegmentAllocator memory) {
      Node[] known = made;
      if (known == null) {
        known = transforms.apply(nodes, wanted, end, memory);
        made = known;
      }
      return known;
    }
  }

  /// Transforms the rows of a split that are wanted: the others become anything.
  ///
  /// @param chunks all rows of the split
  /// @param memory for new columns. It need not be cleared
  List<Chunk> made(FileSplit split, List<Chunk> chunks, SegmentAllocator memory) {
    FileColumns columns = FileColumns.same(transforms.schema());
    IdentityHashMap<Node[], Shared> shared = shared(split, chunks);
    List<Chunk> made = new ArrayList<>();
    try {
      for (Chunk chunk : chunks) {
        Shared found = shared.get(chunk.nodes());
        made.add(
            found == null
                ? chunk
                : chunk.with(found.made(transforms, chunk.nodes(), memory), columns));
      }
      Fault.settle();
    } catch (InternalError e) {
      throw Fault.translate(e, split.split().toString());
    }
    return made;
  }

  /// What to make of the columns of all record batches but gaps.
  private static IdentityHashMap<Node[], Shared> shared(FileSplit split, List<Chunk> chunks) {
    IdentityHashMap<Node[], Shared> shared = new IdentityHashMap<>();
    long from = 0;
    for (Chunk chunk : chunks) {
      if (!chunk.isGap()) {
        Shared found = shared.computeIfAbsent(chunk.nodes(), _ -> new Shared());
        found.end = Math.max(found.end, chunk.end());
        if (chunk.rows() > 0) {
          for (RowRange rows : split.rows().within(from, from + chunk.rows())) {
            found.wanted.add(chunk.span(rows, split.firstRow() + from));
          }
        }
      }
      from += chunk.rows();
    }
    return shared;
  }
}
