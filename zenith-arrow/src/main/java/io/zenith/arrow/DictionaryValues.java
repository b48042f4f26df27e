package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The values of a chain of dictionary batches.
///
/// @param parts the values of each batch
/// @param ends how many values there are up to the end of each
record DictionaryValues(List<ArrayData> parts, List<Long> ends) {

  /// No values yet.
  static final DictionaryValues NONE = new DictionaryValues(List.of(), List.of());

  /// A part may have as many values without a byte of their own: some types have none.
  private static final long FREE = 1024;

  /// Copies the lists.
  DictionaryValues {
    parts = List.copyOf(parts);
    ends = List.copyOf(ends);
  }

  /// What the first so many batches are.
  DictionaryData first(int count) {
    return new DictionaryData(parts, ends.get(count - 1));
  }

  /// These values with one more part.
  DictionaryValues append(ArrayData part) {
    List<ArrayData> longer = new ArrayList<>(parts);
    longer.add(part);
    List<Long> longerEnds = new ArrayList<>(ends);
    longerEnds.add((ends.isEmpty() ? 0 : ends.getLast()) + part.length());
    return new DictionaryValues(longer, longerEnds);
  }

  /// These values with the dictionaries that they refer to.
  ///
  /// @param inner the dictionaries, by id
  DictionaryValues complete(ColumnLayout layout, Map<Long, DictionaryData> inner) {
    return new DictionaryValues(
        parts.stream().map(part -> complete(part, layout, inner)).toList(), ends);
  }

  private static ArrayData complete(
      ArrayData data, ColumnLayout layout, Map<Long, DictionaryData> inner) {
    List<ArrayData> children = new ArrayList<>(data.children().size());
    for (int i = 0; i < data.children().size(); i++) {
      children.add(complete(data.children().get(i), layout.children().get(i), inner));
    }
    return new ArrayData(
        data.type(),
        data.length(),
        data.nullCount(),
        data.buffers(),
        children,
        layout.dictionary().isPresent()
            ? Optional.ofNullable(inner.get(layout.dictionary().getAsLong()))
            : Optional.empty());
  }

  /// Refuses parts whose values would take more memory than the file has bytes once they are
  /// joined: a bitmap in one part needs a bit for each value of all.
  ///
  /// @param bytes of the chain in the file
  static void verifyJoinable(ArrayData part, long bytes, Place place) {
    boolean joinedInRuns =
        part.type() instanceof DataType.Null || part.type() instanceof DataType.RunEndEncoded;
    if (!joinedInRuns && part.length() / 8 > bytes + FREE) {
      throw place.malformed(
          part.length() + " values to be joined", "as many as " + bytes + " bytes can hold");
    }
    for (ArrayData child : part.children()) {
      verifyJoinable(child, bytes, place);
    }
  }
}
