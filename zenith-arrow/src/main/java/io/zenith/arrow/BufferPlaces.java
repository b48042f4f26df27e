package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.RecordBatch;

/// Which buffers of a batch belong to which node: they are counted in the order of the nodes.
///
/// Immutable.
final class BufferPlaces {
  /// The first buffer of each node, and the number of all.
  private final int[] first;

  /// The columns of views, in order, whose data buffers come besides.
  private final List<ColumnLayout> views;

  private BufferPlaces(int[] first, List<ColumnLayout> views) {
    this.first = first;
    this.views = views;
  }

  /// The places in batches of a metadata version, without data buffers of views.
  ///
  /// @param nodes how many nodes the columns have
  static BufferPlaces of(List<ColumnLayout> columns, int nodes, short version) {
    BufferPlaces places = new BufferPlaces(new int[nodes + 1], new ArrayList<>());
    columns.forEach(column -> places.add(column, version));
    return places;
  }

  private void add(ColumnLayout column, short version) {
    int node = column.node();
    first[node + 1] = first[node] + column.buffers().count(version);
    if (column.buffers() == FieldBuffers.VIEWS) {
      views.add(column);
    }
    column.children().forEach(child -> add(child, version));
  }

  /// The places in one batch, which says how many data buffers each column of views has. Call this
  /// inside [Flatbuffers#parse].
  BufferPlaces in(RecordBatch batch, Place place) {
    int counts = batch.variadicBufferCountsLength();
    if (counts != views.size()) {
      throw place.malformed(
          Integer.toUnsignedString(counts) + " counts of data buffers",
          views.size() + ", as many as columns of views");
    }
    return views.isEmpty() ? this : shifted(batch, place);
  }

  private BufferPlaces shifted(RecordBatch batch, Place place) {
    int[] shifted = first.clone();
    long left = (long) batch.buffersLength() - count();
    int shift = 0;
    for (int i = 0; i < views.size(); i++) {
      ColumnLayout view = views.get(i);
      long more = batch.variadicBufferCounts(i);
      if (more < 0 || more > left) {
        throw place
            .in(view.path())
            .malformed(more + " data buffers", "0 to " + Math.max(0, left) + ", the others apart");
      }
      left -= more;
      shift += (int) more;
      int end = i + 1 < views.size() ? views.get(i + 1).node() : first.length - 1;
      for (int node = view.node() + 1; node <= end; node++) {
        shifted[node] += shift;
      }
    }
    return new BufferPlaces(shifted, views);
  }

  /// The first buffer of a node, or the one behind the last.
  int first(int node) {
    return first[node];
  }

  /// How many buffers there are.
  int count() {
    return first[first.length - 1];
  }
}
