package io.zenith.parquet;

import static java.util.Objects.requireNonNullElse;

import io.zenith.parquet.ChunkSummary.Coverage;
import io.zenith.parquet.ChunkSummary.DictionaryPart;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/// Reads what a footer says about the values of column chunks. All of it is said twice, by the
/// values themselves too, so that what cannot be right is not known, and no error.
///
/// @param writer of the file
/// @param orders which order the bounds of each leaf have, if the footer says it
record SummaryReader(Writer writer, List<ColumnOrder> orders) {
  /// A dictionary is asked for values if it is at most one part in so many of its chunk: else the
  /// values themselves are read as soon.
  private static final int DICTIONARY_PART = 4;

  /// Or if it is as small as this, which takes no longer to read than to ask for, and may save the
  /// other columns.
  private static final int SMALL_BYTES = 1 << 16;

  /// Of the footer.
  static SummaryReader of(FileMetaData footer) {
    return new SummaryReader(
        Writer.of(footer.getCreated_by()),
        requireNonNullElse(footer.getColumn_orders(), List.of()));
  }

  /// Of one chunk.
  ///
  /// @param data its metadata
  ChunkSummary read(ColumnChunk found, ColumnMetaData data, SchemaNode node, Shape.Leaf leaf) {
    ValueOrder meant = ValueOrder.of(leaf.type(), node.element());
    ValueOrder order = writer.orders(meant) ? meant : ValueOrder.UNDEFINED;
    ValueOrder stated = isStated(order, node.leaf()) ? order : ValueOrder.UNDEFINED;
    Statistics statistics = data.getStatistics();
    return new ChunkSummary(
        stated,
        statistics == null ? Optional.empty() : bounds(statistics, order, stated, leaf.type()),
        leaf.levels().definition() > 0 ? nulls(statistics, data.getNum_values(), node, leaf) : 0,
        IndexPlace.of(found.getColumn_index_offset(), found.getColumn_index_length()),
        IndexPlace.of(found.getOffset_index_offset(), found.getOffset_index_length()),
        data.isSetBloom_filter_offset()
            ? OptionalLong.of(data.getBloom_filter_offset())
            : OptionalLong.empty(),
        dictionary(data));
  }

  /// Without an order bounds mean nothing, as the specification has it.
  private boolean isStated(ValueOrder order, int leaf) {
    if (leaf >= orders.size()) {
      return false;
    }
    ColumnOrder stated = orders.get(leaf);
    return stated.isSetTYPE_ORDER()
        || (stated.isSetIEEE_754_TOTAL_ORDER() && order == ValueOrder.FLOATING);
  }

  private static Optional<Bounds> bounds(
      Statistics statistics, ValueOrder order, ValueOrder stated, LeafType type) {
    Optional<Bounds> bounds = Optional.empty();
    if (statistics.isSetMin_value() && statistics.isSetMax_value()) {
      bounds = bounds(stated, type, statistics.getMin_value(), statistics.getMax_value());
    } else if (statistics.isSetMin() && statistics.isSetMax() && order.isSigned()) {
      // From before there were orders. Those of text are wrong besides (PARQUET-251).
      bounds = bounds(order, type, statistics.getMin(), statistics.getMax());
    }
    return type.stored() == LeafType.Stored.BYTES ? bounds.flatMap(Bounds::shortened) : bounds;
  }

  private static Optional<Bounds> bounds(
      ValueOrder order, LeafType type, byte[] least, byte[] most) {
    return order.bounds(type, MemorySegment.ofArray(least), MemorySegment.ofArray(most));
  }

  private static long nulls(
      @Nullable Statistics statistics, long values, SchemaNode node, Shape.Leaf leaf) {
    if (statistics == null || !statistics.isSetNull_count()) {
      return -1;
    }
    long nulls = statistics.getNull_count();
    if (nulls < 0 || nulls > values) {
      return -1;
    }
    // Versions of DuckDB do not count fields of structs that are null, versions of Polars count
    // each
    // null as often as there are pages: then some may be there of all.
    boolean isInNullable = leaf.levels().definition() > (node.isOptional() ? 1 : 0);
    return (nulls == values ? isBounded(statistics) : isInNullable) ? -1 : nulls;
  }

  private static boolean isBounded(Statistics statistics) {
    return statistics.isSetMin_value()
        || statistics.isSetMax_value()
        || statistics.isSetMin()
        || statistics.isSetMax();
  }

  private static DictionaryPart dictionary(ColumnMetaData data) {
    long bytes = data.getData_page_offset() - data.getDictionary_page_offset();
    if (data.getDictionary_page_offset() <= 0
        || bytes <= 0
        || bytes > Math.max(SMALL_BYTES, data.getTotal_compressed_size() / DICTIONARY_PART)) {
      return DictionaryPart.NONE;
    }
    return new DictionaryPart(bytes, coverage(data));
  }

  private static Coverage coverage(ColumnMetaData data) {
    List<Encoding> encodings =
        requireNonNullElse(data.getEncoding_stats(), List.<PageEncodingStats>of()).stream()
            .filter(pages -> pages.getPage_type() != PageType.DICTIONARY_PAGE)
            .filter(pages -> pages.getCount() != 0)
            .map(PageEncodingStats::getEncoding)
            .toList();
    if (encodings.isEmpty()) {
      return Coverage.UNKNOWN;
    }
    boolean isAll =
        encodings.stream()
            .allMatch(e -> e == Encoding.PLAIN_DICTIONARY || e == Encoding.RLE_DICTIONARY);
    return isAll ? Coverage.ALL : Coverage.SOME;
  }
}
