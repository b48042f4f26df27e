package io.zenith.internal.rows;

import io.zenith.internal.layout.Node;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/// Gathers rows of files some of which have other columns than the dataset: the rows of each of
/// these by themselves, to be converted, and then the rows of all.
final class GatherFiles {
  private GatherFiles() {}

  static Node[] of(GatherPlan plan, SegmentAllocator memory) {
    IdentityHashMap<FileColumns, GatherPlan> files = new IdentityHashMap<>();
    long[] starts = new long[plan.count()];
    for (int i = 0; i < starts.length; i++) {
      FileColumns columns = plan.chunk(plan.groupOf(i)).columns();
      starts[i] = plan.startOf(i);
      if (!columns.asTheyAre()) {
        GatherPlan file = files.computeIfAbsent(columns, _ -> empty(plan.chunks()));
        starts[i] = file.rows();
        file.add(plan.chunkOf(i), plan.startOf(i), plan.sizeOf(i));
      }
    }
    List<Chunk> sources = new ArrayList<>(plan.chunks());
    IdentityHashMap<FileColumns, Integer> numbers = new IdentityHashMap<>();
    files.forEach((columns, file) -> {
      numbers.put(columns, sources.size());
      sources.add(converted(columns, file, memory));
    });
    GatherPlan all = empty(sources);
    for (int i = 0; i < starts.length; i++) {
      FileColumns columns = plan.chunk(plan.groupOf(i)).columns();
      int source =
          columns.asTheyAre() ? plan.chunkOf(i) : Objects.requireNonNull(numbers.get(columns));
      all.add(source, starts[i], plan.sizeOf(i));
    }
    return Gather.columns(all, memory);
  }

  private static GatherPlan empty(List<Chunk> chunks) {
    GatherPlan plan = new GatherPlan();
    plan.begin(chunks);
    return plan;
  }

  private static Chunk converted(FileColumns columns, GatherPlan file, SegmentAllocator memory) {
    Node[] nodes = columns.convert(Gather.columns(file, memory), file.rows(), memory);
    return new Chunk(nodes, 0, file.rows(), Chunk.NONE.columns());
  }
}
