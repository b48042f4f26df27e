package io.zenith.internal.filter;

import io.zenith.internal.layout.FieldTree;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.pipeline.RowRanges;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.Schema;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.Split;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A filter whose columns and types are checked against a schema, and which finds the rows to keep.
///
/// Only true rows are kept, so negations are moved to the leaves, which De Morgan's laws allow also
/// where a truth may be unknown: then a row is kept by `and` if all parts keep it, and by `or` if
/// one does, and nobody has to know which of the others are unknown and which are false.
///
/// Immutable, and may be used by any number of threads.
public final class BoundFilter {
  private final BoundPart whole;
  private final Schema schema;
  private final List<FilterColumn> named;
  private final List<Projection> columns;

  private BoundFilter(BoundPart whole, Schema schema, List<FilterColumn> named) {
    this.whole = whole;
    this.schema = schema;
    this.named = named;
    this.columns = columns(named);
  }

  /// Checks a filter.
  ///
  /// @param schema the columns of the dataset
  /// @throws IllegalArgumentException if there is no such column, or if it cannot be compared so
  public static BoundFilter of(Predicate filter, Schema schema) {
    SchemaIndex index = new SchemaIndex(schema);
    List<FilterColumn> named =
        filter
            .columns()
            .distinct()
            .map(name -> FilterColumn.find(index, name))
            .sorted(Comparator.comparingInt(column -> column.field().column()))
            .toList();
    return new BoundFilter(part(filter, false, index), schema, named);
  }

  private List<Projection> columns(List<FilterColumn> wanted) {
    return FieldTree.of(wanted.stream().map(FilterColumn::needed).toList(), schema.fields());
  }

  private static BoundPart part(Predicate predicate, boolean negated, SchemaIndex index) {
    return switch (predicate) {
      case Predicate.Not(Predicate part) -> part(part, !negated, index);
      case Predicate.And(List<Predicate> parts) -> join(parts, negated, !negated, index);
      case Predicate.Or(List<Predicate> parts) -> join(parts, negated, negated, index);
      case Predicate.IsNull(String column) ->
          new BoundNulls(FilterColumn.find(index, column), negated);
      case Predicate.OfValue leaf ->
          new BoundValues(FilterColumn.find(index, leaf.column()), leaf, negated);
    };
  }

  private static BoundPart join(
      List<Predicate> parts, boolean negated, boolean all, SchemaIndex index) {
    return new BoundPart.Joined(
        parts.stream().map(part -> part(part, negated, index)).toList(), all);
  }

  private static String where(Chunk chunk) {
    return chunk.nodes().length == 0 ? "a record batch" : chunk.nodes()[0].where();
  }

  /// What is read of columns, in the order of the schema.
  public List<Projection> columns() {
    return columns;
  }

  /// What is selected, and behind it what is read besides.
  public List<Projection> besides(List<Projection> selected) {
    List<FilterColumn> missing =
        named.stream().filter(column -> selected.stream().noneMatch(column.field()::isIn)).toList();
    return Stream.concat(selected.stream(), columns(missing).stream()).toList();
  }

  /// The rows of a record batch that are kept, counted from its first one.
  ///
  /// @throws io.zenith.error.MalformedDataException if a column that is asked is corrupt
  /// @throws io.zenith.error.UnsupportedDataException if there are more than 2^32 rows
  public Selection evaluate(Chunk chunk) {
    Selection.Builder selection = new Selection.Builder();
    evaluate(chunk, selection);
    return selection.build();
  }

  /// The same; of rows that were not read, none.
  public RowSet rows(Chunk chunk) {
    return chunk.isGap() ? new RowSet.None(chunk.rows()) : evaluate(chunk);
  }

  /// Adds the rows of a record batch that are kept to those of the record batches before.
  ///
  /// @param chunk has the columns of [#columns()], and perhaps others, in any order
  public void evaluate(Chunk chunk, Selection.Builder selection) {
    long rows = chunk.end() - chunk.from();
    if (rows > 0) {
      selection.add(
          chunk.isGap() ? BoundPart.NONE : whole.on(chunk), chunk.from(), rows, where(chunk));
    }
  }

  /// Whether rows of a split may be kept, by what its footer says.
  ///
  /// @param read these columns in its file
  public boolean mayKeep(Split split, FileColumns read) {
    try (Arena memory = Arena.ofConfined()) {
      SplitFacts facts = SplitFacts.ofFooter(split, read, memory);
      return !whole.within(RowRanges.all(split.rows()), facts).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is read
    }
  }

  /// The rows of a split that may be kept, by all that its file says besides its values.
  ///
  /// @param read these columns in the file
  /// @param memory for what it says
  /// @throws IOException if the storage fails
  public RowRanges candidates(
      DataSource source, Split split, FileColumns read, SegmentAllocator memory)
      throws IOException {
    SplitFacts facts = SplitFacts.ofFile(source, split, read, memory);
    try {
      RowRanges within = whole.within(RowRanges.all(split.rows()), facts);
      // To look for values costs more than bounds do, so only where these leave something.
      RowRanges left = whole.within(within, facts.withValues());
      Fault.settle();
      return left;
    } catch (InternalError e) {
      throw Fault.translate(e, split.toString());
    }
  }
}
