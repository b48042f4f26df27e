package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.VariantType.Group;
import io.zenith.parquet.VariantType.Named;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/// Puts the variants of a column together from the columns of their parts.
///
/// Where a value breaks the rules in ways that leave no doubt what is meant, it is read as the
/// format says that readers have to: a value that is missing is null; of a field that has a column,
/// only that column counts.
///
/// The source: Apache Parquet, `VariantShredding.md`, "Reconstructing a Shredded Variant".
final class VariantAssembler {
  private static final long LOW = 0xFFFF_FFFFL;

  private final Shape.Variant variant;
  private final ArrayData stored;
  private final LongFunction<Place> places;
  private final SegmentAllocator memory;
  private final VariantNames names;

  /// What reads each column of encoded values.
  private final IdentityHashMap<ArrayData, VariantValues> values = new IdentityHashMap<>();

  private final VariantWriter writer;
  private final MemorySegment target;

  /// The parts of objects in two forms: rank of the name, and which part.
  private final LongStack order = new LongStack();

  /// Where parts of these that are encoded begin, and their sizes.
  private final LongStack copies = new LongStack();

  /// Which variant is read.
  private long current;

  /// @param stored the struct, with validity where the variant may be null
  /// @param places of variants, by their numbers
  /// @param memory for what is made
  /// @param column where all are
  VariantAssembler(
      Shape.Variant variant,
      ArrayData stored,
      LongFunction<Place> places,
      SegmentAllocator memory,
      Place column) {
    this.variant = variant;
    this.stored = stored;
    this.places = places;
    this.memory = memory;
    ArrayData metadata = stored.children().get(variant.layout().metadata());
    this.names = new VariantNames(metadata.buffers().get(2), variant.layout().names(), this::place);
    long most = stored.length() + VariantNeed.of(stored, variant.layout().root());
    this.target = Growth.allocate(most, memory, column);
    this.writer = new VariantWriter(target, this::place);
  }

  private Place place() {
    return places.apply(current);
  }

  /// The column.
  ArrayData column() {
    MemorySegment offsets = memory.allocate((stored.length() + 1) * Integer.BYTES, Long.BYTES);
    MemorySegment metadata = stored.children().get(variant.layout().metadata()).buffers().get(1);
    for (current = 0; current < stored.length(); current++) {
      offsets.set(Numbers.INT, current * Integer.BYTES, (int) writer.position());
      if (isThere(stored, current)) {
        names.read(
            metadata.get(Numbers.INT, current * Integer.BYTES), Offsets.size(metadata, current));
        if (!write(variant.layout().root(), stored, current, 1)) {
          writer.missing();
        }
      }
      if (writer.position() > Integer.MAX_VALUE) {
        throw place().unsupported("variants of more than 2 GiB in one row group");
      }
    }
    offsets.set(Numbers.INT, current * Integer.BYTES, (int) writer.position());
    return column(offsets);
  }

  private ArrayData column(MemorySegment offsets) {
    List<MemorySegment> encoded =
        List.of(MemorySegment.NULL, offsets, target.asSlice(0, writer.position()));
    List<ArrayData> children =
        variant.field().type().children().stream()
            .map(field ->
                field.name().equals(VariantLayout.METADATA)
                    ? data(field, stored.children().get(variant.layout().metadata()).buffers())
                    : data(field, encoded))
            .toList();
    boolean mayBeNull = variant.field().nullable();
    return new ArrayData(
        variant.field().type(),
        stored.length(),
        mayBeNull ? stored.nullCount() : 0,
        List.of(mayBeNull ? stored.buffers().getFirst() : MemorySegment.NULL),
        children,
        Optional.empty());
  }

  private ArrayData data(Field field, List<MemorySegment> buffers) {
    return new ArrayData(field.type(), stored.length(), 0, buffers, List.of(), Optional.empty());
  }

  private static boolean isThere(ArrayData data, long at) {
    MemorySegment validity = data.buffers().getFirst();
    return validity.byteSize() == 0 || Bitmaps.get(validity, at);
  }

  /// Writes a value.
  ///
  /// @param struct its columns
  /// @param at which value of them
  /// @param depth how many arrays and objects it is in, and itself
  /// @return whether it is there
  private boolean write(Group group, ArrayData struct, long at, int depth) {
    boolean isEncoded = group.value() >= 0 && isThere(struct.children().get(group.value()), at);
    boolean isTyped = group.typed() >= 0 && isThere(struct.children().get(group.typed()), at);
    if (!isTyped) {
      if (isEncoded) {
        copy(struct.children().get(group.value()), at, depth);
      }
      return isEncoded;
    }
    ArrayData typed = struct.children().get(group.typed());
    if (group.type() instanceof VariantType.Fields fields) {
      if (isEncoded) {
        merge(fields, typed, struct.children().get(group.value()), at, depth);
      } else {
        object(fields, typed, at, depth);
      }
      return true;
    }
    if (isEncoded) {
      throw place().malformed("a variant as 'value' and as 'typed_value'", "one of both");
    }
    switch (group.type()) {
      case VariantType.Scalar scalar -> scalar(scalar, typed, at);
      case VariantType.Elements elements -> array(elements.element(), typed, at, depth);
      case VariantType.Fields _, VariantType.None _ ->
          throw new IllegalStateException("a typed value of " + group);
    }
    return true;
  }

  private VariantValues values(ArrayData encoded) {
    VariantValues known = values.get(encoded);
    if (known == null) {
      known = new VariantValues(encoded.buffers().get(2), names, this::place);
      values.put(encoded, known);
    }
    return known;
  }

  private static long from(ArrayData bytes, long at) {
    return bytes.buffers().get(1).get(Numbers.INT, at * Integer.BYTES);
  }

  private void copy(ArrayData encoded, long at, int depth) {
    long from = from(encoded, at);
    long end = from(encoded, at + 1);
    values(encoded).check(from, end, depth);
    writer.copy(encoded.buffers().get(2), from, end - from);
  }

  private void scalar(VariantType.Scalar type, ArrayData typed, long at) {
    MemorySegment buffer = typed.buffers().get(1);
    switch (type.form()) {
      case TRUTH -> writer.truth(type, Bitmaps.get(buffer, at));
      case FIXED -> writer.fixed(type, buffer, at * Widths.of(typed.type()));
      case DECIMAL -> writer.decimal(type, buffer, at * Widths.of(typed.type()));
      case BYTES ->
          writer.bytes(type, typed.buffers().get(2), from(typed, at), Offsets.size(buffer, at));
      case TEXT ->
          writer.text(type, typed.buffers().get(2), from(typed, at), Offsets.size(buffer, at));
    }
  }

  private void array(Group element, ArrayData typed, long at, int depth) {
    ArrayData struct = typed.children().getFirst();
    int array = writer.begin();
    long end = from(typed, at + 1);
    for (long next = from(typed, at); next < end; next++) {
      writer.part(array, 0);
      if (!isThere(struct, next) || !write(element, struct, next, depth + 1)) {
        writer.missing();
      }
    }
    writer.endArray(array);
  }

  /// Writes an object all of whose fields have columns.
  private void object(VariantType.Fields fields, ArrayData typed, long at, int depth) {
    int object = writer.begin();
    for (Named field : fields.fields()) {
      field(object, field, typed, at, depth);
    }
    writer.endObject(object);
  }

  private void field(int object, Named field, ArrayData typed, long at, int depth) {
    ArrayData struct = typed.children().get(field.place());
    if (isThere(field, struct, at)) {
      writer.part(object, names.id(rank(field, typed, at)));
      write(field.group(), struct, at, depth + 1);
    }
  }

  private static boolean isThere(Named field, ArrayData struct, long at) {
    Group group = field.group();
    return isThere(struct, at)
        && ((group.value() >= 0 && isThere(struct.children().get(group.value()), at))
            || (group.typed() >= 0 && isThere(struct.children().get(group.typed()), at)));
  }

  /// Where the name of a field stands. Only of one that is not there it may be missing.
  private int rank(Named field, ArrayData typed, long at) {
    int rank = names.rank(field.name());
    if (rank == VariantNames.MISSING && isThere(field, typed.children().get(field.place()), at)) {
      throw place()
          .malformed("a field '" + names.text(field.name()) + "'", "one that is in its metadata");
    }
    return rank;
  }

  /// Writes an object of which some fields have columns, and others are encoded together.
  private void merge(
      VariantType.Fields fields, ArrayData typed, ArrayData encoded, long at, int depth) {
    long from = from(encoded, at);
    long end = from(encoded, at + 1);
    VariantValues others = values(encoded);
    others.check(from, end, depth);
    if (others.kind(from) != VariantValues.OBJECT) {
      throw place()
          .malformed("a variant that is no object as 'value'", "one, as the 'typed_value' is");
    }
    int first = order.size();
    int firstCopy = copies.size();
    int number = others.next();
    add(fields, typed, at, others, number);
    add(others.object(from, end), others, number, depth);
    order.sort(first);
    int object = writer.begin();
    for (int part = first; part < order.size(); part++) {
      long next = order.get(part);
      int which = (int) next;
      if (which < 0) {
        field(object, fields.fields().get(~which), typed, at, depth);
      } else {
        long copy = copies.get(which);
        writer.part(object, names.id((int) (next >>> Integer.SIZE)));
        writer.copy(encoded.buffers().get(2), copy >>> Integer.SIZE, copy & LOW);
      }
    }
    writer.endObject(object);
    order.cut(first);
    copies.cut(firstCopy);
  }

  /// Adds the fields that have columns, whether they are there or not: none of these counts where
  /// it is encoded.
  private void add(
      VariantType.Fields fields, ArrayData typed, long at, VariantValues others, int object) {
    for (int which = 0; which < fields.fields().size(); which++) {
      Named field = fields.fields().get(which);
      int rank = rank(field, typed, at);
      if (rank != VariantNames.MISSING) {
        others.isFirst(rank, object);
        order.push(((long) rank << Integer.SIZE) | (~which & LOW));
      }
    }
  }

  private void add(VariantValues.Container others, VariantValues values, int object, int depth) {
    for (long part = 0; part < others.count; part++) {
      int rank = names.rankOf((int) others.id(part));
      if (values.isFirst(rank, object)) {
        long from = others.first + others.offset(part);
        order.push(((long) rank << Integer.SIZE) | copies.size());
        copies.push((from << Integer.SIZE) | values.size(from, others.end(), depth + 1));
      }
    }
  }
}
