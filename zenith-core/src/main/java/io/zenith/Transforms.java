package io.zenith;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.order.Draws;
import io.zenith.internal.rows.NewColumns;
import io.zenith.internal.rows.Promises;
import io.zenith.internal.rows.RowSpan;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What one loader does to rows before it delivers them.
final class Transforms {
  /// How many rows a message names.
  private static final int NAMED = 3;

  private final List<Bound> stages;
  private final long seed;
  private final LongFunction<String> names;
  private final SchemaIndex output;

  /// Calls a transform, and says whether it has.
  private final Predicate<Runnable> caller;

  /// A transform, and the columns that it gets and makes.
  ///
  /// @param promises where it says that there are no nulls
  private record Bound(
      TransformStage stage, SchemaIndex before, SchemaIndex after, Promises promises) {
    NewColumns columns(Node[] nodes, long end, SegmentAllocator memory) {
      return new NewColumns(stage.name(), before, nodes, after, end, memory);
    }
  }

  /// @param input the columns of the files
  /// @param seed of the shuffle
  /// @param names what a row is called in messages, by its number in the dataset
  /// @throws IllegalArgumentException if a transform does not go with the columns it gets
  Transforms(Schema input, List<TransformStage> stages, long seed, LongFunction<String> names) {
    this(bound(input, stages), new SchemaIndex(input), seed, names, Transforms::called);
  }

  private Transforms(
      List<Bound> stages,
      SchemaIndex input,
      long seed,
      LongFunction<String> names,
      Predicate<Runnable> caller) {
    this.stages = stages;
    this.names = names;
    this.seed = seed;
    this.output = stages.isEmpty() ? input : stages.getLast().after;
    this.caller = caller;
  }

  private static List<Bound> bound(Schema input, List<TransformStage> stages) {
    List<Bound> all = new ArrayList<>();
    SchemaIndex before = new SchemaIndex(input);
    for (TransformStage stage : stages) {
      Schema made = stage.output(before.schema);
      SchemaIndex after = made.equals(before.schema) ? before : new SchemaIndex(made);
      Bound bound = new Bound(stage, before, after, Promises.of(before, after));
      requireWritable(bound);
      all.add(bound);
      before = after;
    }
    return all;
  }

  private static boolean called(Runnable transform) {
    transform.run();
    return true;
  }

  /// The same, called by another.
  ///
  /// @param other calls what it is given, unless the loader is closed; says whether it has
  Transforms calledBy(Predicate<Runnable> other) {
    return new Transforms(stages, output, seed, names, other);
  }

  private static void requireWritable(Bound bound) {
    List<Field> fields = bound.after.schema.fields();
    for (int place = 0; place < fields.size(); place++) {
      Field field = fields.get(place);
      if (NewColumns.keptFrom(bound.before, bound.after, place) < 0
          && NewColumns.width(field.type()) == 0) {
        throw new IllegalArgumentException(
            ErrorText.printable(
                bound.stage.name()
                    + " makes the column '"
                    + field.name()
                    + "' of "
                    + field.type()
                    + ": a transform can make columns of fixed width only"));
      }
    }
  }

  boolean areNone() {
    return stages.isEmpty();
  }

  /// The columns of the batches.
  Schema schema() {
    return output.schema;
  }

  /// What tells these from others: the identity of each, in order. All have one.
  List<String> identities() {
    return stages.stream()
        .map(bound -> ((TransformStage.EachRow) bound.stage).transform().identity().orElseThrow())
        .toList();
  }

  /// The most memory that new columns take of a row, in bytes.
  double rowBytes() {
    double bytes = 0;
    for (Bound bound : stages) {
      for (Field field : bound.after.schema.fields()) {
        bytes += NewColumns.bytes(field.type());
      }
    }
    return bytes;
  }

  /// The most buffers that new columns have.
  long buffers() {
    long buffers = 0;
    for (Bound bound : stages) {
      for (Field field : bound.after.schema.fields()) {
        buffers += NewColumns.buffers(field.type());
      }
    }
    return buffers;
  }

  /// The columns that some rows become.
  ///
  /// @param columns those of the input
  /// @param memory for new columns. It need not be cleared
  Node[] apply(Node[] columns, RowSpan rows, SegmentAllocator memory) {
    return apply(columns, List.of(rows), rows.end(), memory);
  }

  /// The columns that rows become of which only some are wanted: the others become anything.
  ///
  /// @param columns those of the input
  /// @param wanted the rows to transform, which may be none
  /// @param end behind the last row of the columns
  /// @param memory for new columns. It need not be cleared
  Node[] apply(Node[] columns, List<RowSpan> wanted, long end, SegmentAllocator memory) {
    Node[] nodes = columns;
    for (Bound bound : stages) {
      NewColumns made = bound.columns(nodes, end, memory);
      for (RowSpan rows : wanted) {
        for (RowSpan span :
            bound.stage instanceof TransformStage.EachStep ? rows.steps() : List.of(rows)) {
          run(bound, nodes, span, made);
        }
      }
      nodes = wanted.isEmpty() ? made.unwanted() : made.all();
    }
    return nodes;
  }

  private void run(Bound bound, Node[] nodes, RowSpan rows, NewColumns made) {
    boolean called;
    try {
      called = call(bound, nodes, rows, made);
    } catch (MalformedDataException | UnsupportedDataException e) {
      throw e;
    } catch (Throwable e) {
      throw failed(bound, nodes, rows, e);
    }
    if (!called) {
      throw new IllegalStateException("the loader is closed");
    }
    bound
        .promises
        .broken(made, rows)
        .ifPresent(broken -> {
          throw failure(bound.stage, rows.part(broken.row(), 1), broken.refusal());
        });
  }

  /// Returns false if the loader is closed, and nothing was called.
  private boolean call(Bound bound, Node[] nodes, RowSpan span, NewColumns made) {
    Frame frame = Frame.ofCopy();
    Rows rows =
        new Rows(
            batch(bound.before, nodes, span, frame),
            made,
            span.start(),
            row -> bound.stage.name() + place(span.part(row, 1)));
    try {
      return caller.test(() -> apply(bound.stage, rows, span));
    } finally {
      rows.end();
      frame.release();
    }
  }

  /// Rows as a batch, for as long as the frame says.
  private static Batch batch(SchemaIndex columns, Node[] nodes, RowSpan rows, Frame frame) {
    Range range = new Range(frame, frame.generation, rows.start(), rows.count());
    return new Batch(
        columns,
        nodes,
        range,
        BatchOwner.NONE,
        rows.epoch(),
        rows.step(),
        rows.firstRow(),
        rows.numbers(),
        0);
  }

  private void apply(TransformStage stage, Rows rows, RowSpan span) {
    switch (stage) {
      case TransformStage.EachRow(_, Transform transform) -> transform.apply(rows);
      case TransformStage.EachRowAtRandom(_, RandomTransform transform, int place) ->
          transform.apply(rows, new RowRandom(new Draws(seed, place), rows));
      case TransformStage.EachStep(_, BatchTransform transform, int place) ->
          transform.apply(rows, new Draws(seed, place).ofStep(span.epoch(), span.step()));
    }
  }

  /// Halves are tried again and again, to name the first row that fails.
  private IllegalStateException failed(Bound bound, Node[] nodes, RowSpan rows, Throwable failure) {
    RowSpan failing = rows;
    Throwable cause = failure;
    while (failing.count() > 1 && !(bound.stage instanceof TransformStage.EachStep)) {
      int half = failing.count() / 2;
      RowSpan part = failing.part(0, half);
      @Nullable Throwable ofPart = tried(bound, nodes, part);
      if (ofPart == null) {
        part = failing.part(half, failing.count() - half);
        ofPart = tried(bound, nodes, part);
      }
      if (ofPart == null) {
        break; // it does not act row by row, or the loader is closed
      }
      failing = part;
      cause = ofPart;
    }
    return failure(bound.stage, failing, cause);
  }

  private @Nullable Throwable tried(Bound bound, Node[] nodes, RowSpan rows) {
    try (Arena arena = Arena.ofShared()) {
      call(bound, nodes, rows, bound.columns(nodes, rows.end(), arena));
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  /// An exception around another. An error stays an error, and is thrown.
  private IllegalStateException failure(TransformStage stage, RowSpan rows, Throwable cause) {
    String text = text(stage, rows, cause);
    if (cause instanceof Error error) {
      throw placed(error, text);
    }
    return new IllegalStateException(text, cause);
  }

  /// The same error, which says where it was thrown. Those that the JVM makes take neither a
  /// suppressed exception nor a cause.
  private static Error placed(Error error, String text) {
    return switch (error) {
      case StackOverflowError e -> caused(new StackOverflowError(text), e);
      case OutOfMemoryError e -> caused(new OutOfMemoryError(text), e);
      default -> {
        if (Stream.of(error.getSuppressed()).noneMatch(known -> text.equals(known.getMessage()))) {
          error.addSuppressed(new IllegalStateException(text));
        }
        yield error;
      }
    };
  }

  private static Error caused(Error error, Error cause) {
    error.initCause(cause);
    return error;
  }

  private String text(TransformStage stage, RowSpan rows, Throwable cause) {
    return ErrorText.printable(stage.name() + " failed" + place(rows) + ": " + cause);
  }

  /// In which step, and at which rows of which files.
  private String place(RowSpan rows) {
    StringBuilder where = new StringBuilder();
    for (int i = 0; i < Math.min(rows.count(), NAMED); i++) {
      where.append(i == 0 ? "" : ", ").append(names.apply(rows.rowNumber(i)));
    }
    return (rows.isOfSteps() ? " in epoch " + rows.epoch() + ", step " + rows.step() + "," : "")
        + " at "
        + where
        + (rows.count() > NAMED ? " and " + (rows.count() - NAMED) + " more rows" : "");
  }
}
