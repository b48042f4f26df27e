package io.zenith.internal.rows;

import io.zenith.internal.layout.Node;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which rows of some chunks go into a batch, and in which order: what [Gather] copies.
///
/// It sorts them by chunk once, for all columns, so that the loop over a column reads one segment
/// after the other. Chunks are numbered in order of first use; counting sort needs time for the
/// rows only, however many chunks there are.
///
/// Whoever makes batches owns one and fills it again for each: it keeps its arrays. Until it is
/// filled again it also keeps the chunks from being collected. Not for several threads at a time.
public final class GatherPlan {
  private static final int SMALLEST = 256;

  /// Where the rows are, sorted by chunk.
  final GatherRanges ranges = new GatherRanges();

  private List<Chunk> chunks = List.of();
  private long rows;

  /// The ranges as they were added.
  private int count;

  private long[] starts = new long[SMALLEST];
  private long[] counts = new long[SMALLEST];
  private int[] groups = new int[SMALLEST];

  /// For each range as it was added its place among the sorted ones.
  private int[] order = new int[SMALLEST];

  /// A group is the ranges of one chunk: which chunk, how many, and their end among the sorted
  /// ones.
  private int groupCount;

  private int[] chunkOf = new int[SMALLEST];
  private int[] sizes = new int[SMALLEST];
  private int[] ends = new int[SMALLEST];

  /// The group of each chunk, from 1; 0 if it has none.
  private int[] groupOf = new int[0];

  private Node[] nodes = new Node[SMALLEST];

  /// For the values of dictionaries, which are gathered as well.
  private @Nullable GatherDictionaries dictionaries;

  /// Begins a batch of rows of these chunks, to whose list others may be added meanwhile.
  public void begin(List<Chunk> ofChunks) {
    for (int group = 0; group < groupCount; group++) {
      groupOf[chunkOf[group]] = 0;
    }
    Arrays.fill(nodes, 0, groupCount, null);
    groupCount = 0;
    count = 0;
    rows = 0;
    chunks = ofChunks;
    if (groupOf.length < ofChunks.size()) {
      groupOf = new int[ofChunks.size()];
    }
  }

  /// Adds a row.
  ///
  /// @param chunk the place of the chunk in the list
  /// @param row counted from the first row of the chunk
  public void add(int chunk, long row) {
    add(chunk, row, 1);
  }

  /// Adds rows that follow each other.
  ///
  /// @param chunk the place of the chunk in the list
  /// @param start the first of them, counted from the first row of the chunk
  /// @param number how many
  public void add(int chunk, long start, long number) {
    Chunk from = chunks.get(chunk);
    Objects.checkFromIndexSize(start, number, from.end() - from.from());
    if (number == 0) {
      return;
    }
    if (count == starts.length) {
      grow();
    }
    starts[count] = from.from() + start;
    counts[count] = number;
    groups[count] = group(chunk);
    count++;
    rows += number;
  }

  private void grow() {
    int more = Math.multiplyExact(count, 2);
    starts = Arrays.copyOf(starts, more);
    counts = Arrays.copyOf(counts, more);
    groups = Arrays.copyOf(groups, more);
    order = new int[more];
    chunkOf = Arrays.copyOf(chunkOf, more);
    sizes = Arrays.copyOf(sizes, more);
    ends = new int[more];
    nodes = new Node[more];
  }

  /// The group of a chunk, with one range more.
  private int group(int chunk) {
    if (chunk >= groupOf.length) {
      groupOf = Arrays.copyOf(groupOf, chunks.size());
    }
    int group = groupOf[chunk] - 1;
    if (group < 0) {
      group = groupCount++;
      groupOf[chunk] = groupCount;
      chunkOf[group] = chunk;
      sizes[group] = 0;
    }
    sizes[group]++;
    return group;
  }

  /// Sorts the ranges by chunk, once all are added.
  void sort() {
    int end = 0;
    for (int group = 0; group < groupCount; group++) {
      ends[group] = end;
      end += sizes[group];
    }
    ranges.begin(count, rows == count);
    long to = 0;
    for (int i = 0; i < count; i++) {
      int at = ends[groups[i]]++;
      order[i] = at;
      ranges.set(at, starts[i], counts[i], to);
      to += counts[i];
    }
    ranges.end(to);
  }

  /// How many rows there are.
  public long rows() {
    return rows;
  }

  /// How many ranges were added.
  int count() {
    return count;
  }

  /// How many chunks are used.
  int groups() {
    return groupCount;
  }

  Chunk chunk(int group) {
    return chunks.get(chunkOf[group]);
  }

  /// All chunks, also those that are not used.
  List<Chunk> chunks() {
    return chunks;
  }

  /// The first range of a group among the sorted ones.
  int start(int group) {
    return group == 0 ? 0 : ends[group - 1];
  }

  /// Behind the last range of a group among the sorted ones.
  int end(int group) {
    return ends[group];
  }

  /// The group of a range as it was added.
  int groupOf(int range) {
    return groups[range];
  }

  /// The place of the chunk of a range as it was added.
  int chunkOf(int range) {
    return chunkOf[groups[range]];
  }

  /// The first row of a range as it was added, counted from the first row of its chunk.
  long startOf(int range) {
    return starts[range] - chunk(groups[range]).from();
  }

  /// How many rows a range as it was added has.
  long sizeOf(int range) {
    return counts[range];
  }

  /// The place of a range as it was added among the sorted ones.
  int place(int range) {
    return order[range];
  }

  /// The nodes of a column, one a group. The next call overwrites them.
  Node[] nodes(int column) {
    for (int group = 0; group < groupCount; group++) {
      nodes[group] = chunk(group).nodes()[column];
    }
    return nodes;
  }

  GatherDictionaries dictionaries() {
    GatherDictionaries known = dictionaries;
    if (known == null) {
      known = new GatherDictionaries();
      dictionaries = known;
    }
    return known;
  }
}
