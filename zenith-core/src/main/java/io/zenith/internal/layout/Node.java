package io.zenith.internal.layout;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One column of one record batch, with what the hot loops need in final fields.
///
/// Sizes are checked when it is made ([Layout]); what costs a pass over the data ([Content]) is
/// checked at first use.
public final class Node {
  private static final DataType UINT64 = new DataType.Int(64, false);

  public final Field field;
  public final Kind kind;
  public final long length;
  public final boolean hasNulls;
  public final MemorySegment validity;
  final MemorySegment offsets;
  final MemorySegment sizes;
  public final MemorySegment values;
  public final List<MemorySegment> data;
  public final List<Node> children;
  public final @Nullable Node dictionary;

  /// Bytes a value where they are fixed, else 0; of a dictionary column, bytes an index.
  public final int width;

  /// All ones for signed values, ones in the low bits for unsigned: `value & mask` widens rightly.
  public final int mask;

  /// As `mask`, for 32-bit values that are widened to 64, and for indices.
  public final long longMask;

  /// Whether offsets have 64 bits, and not 32.
  final boolean wide;

  /// Whether values may lie anywhere: text, binary and list views.
  public final boolean scattered;

  /// Whether a value may be null because one inside of it is, or without any memory that says so.
  private final boolean nullInside;

  /// All ones, which no compiler knows, since it is set in the constructor: see [#int32] and
  /// [#int8].
  private final int ones;

  /// Whether 64-bit values above 2^63 - 1 are stored as negative ones.
  final boolean unsignedLong;

  /// What whole numbers are stored as.
  private final DataType stored;

  /// File and part of it, for errors.
  private final String part;

  /// The column, and the way to this node in it.
  private final ColumnPath path;

  /// A pass over the data that finds nothing twice does no harm, so this is plain on purpose.
  private boolean contentChecked;

  /// What a copy could not be made for.
  private @Nullable MalformedDataException corruption;

  /// Made when first asked for. Its fields are final, so that others than its maker may see it.
  private @Nullable ArrayData arrayData;

  private Node(
      Field field,
      long length,
      boolean hasNulls,
      Buffers buffers,
      List<Node> children,
      @Nullable Node dictionary,
      DataType stored,
      String part,
      ColumnPath path) {
    this.field = field;
    this.kind = Kind.of(field.type());
    this.length = length;
    this.hasNulls = hasNulls;
    this.validity = buffers.validity();
    this.offsets = buffers.offsets();
    this.sizes = buffers.sizes();
    this.values = buffers.values();
    this.data = buffers.data();
    this.children = children;
    this.dictionary = dictionary;
    this.width = TypeLayout.widthOf(stored);
    this.mask = (int) TypeLayout.unsignedMask(stored, 31);
    this.longMask = TypeLayout.unsignedMask(stored, 63);
    this.unsignedLong = stored.equals(UINT64);
    this.wide = TypeLayout.isWide(field.type());
    this.scattered = TypeLayout.isScattered(field.type());
    this.nullInside = kind == Kind.NULL || kind == Kind.UNION || kind == Kind.RUN_END_ENCODED;
    this.ones = -1;
    this.stored = stored;
    this.part = part;
    this.path = path;
  }

  /// A node over buffers whose sizes are checked, and whose content is not.
  ///
  /// @param hasNulls whether one of its values may be null
  public static Node of(
      Field field,
      long length,
      boolean hasNulls,
      Buffers buffers,
      List<Node> children,
      @Nullable Node dictionary,
      String part,
      ColumnPath path) {
    return new Node(
        field,
        length,
        hasNulls,
        buffers,
        children,
        dictionary,
        TypeLayout.stored(field.type()),
        part,
        path);
  }

  /// A node for the same column over buffers that were made from checked ones.
  public Node like(
      long newLength, Buffers buffers, List<Node> newChildren, @Nullable Node newDictionary) {
    return like(newLength, buffers, newChildren, newDictionary, TypeLayout.stored(field.type()));
  }

  /// As [#like(long, Buffers, List, Node)], with whole numbers stored as another type than the
  /// field says.
  public Node like(
      long newLength,
      Buffers buffers,
      List<Node> newChildren,
      @Nullable Node newDictionary,
      DataType stored) {
    boolean nulls = mayHaveNulls(kind, newLength, buffers, newChildren);
    Node node =
        new Node(field, newLength, nulls, buffers, newChildren, newDictionary, stored, part, path);
    node.contentChecked = true;
    return node;
  }

  /// The same rows as values of another field, over checked buffers.
  Node as(Field other, Buffers buffers) {
    Node node = of(other, length, hasNulls, buffers, children, dictionary, part, path);
    node.contentChecked = true;
    return node;
  }

  /// The same values, of a field that differs in what does not change them: nullability and
  /// metadata.
  public Node named(Field other) {
    if (other.equals(field)) {
      return this;
    }
    Buffers buffers = new Buffers(validity, offsets, sizes, values, data);
    Node node =
        new Node(other, length, hasNulls, buffers, children, dictionary, stored, part, path);
    node.contentChecked = contentChecked;
    node.corruption = corruption;
    return node;
  }

  /// The first values of this node, which is checked if this one is.
  Node first(long count) {
    if (count == length || isCorrupt()) {
      return this;
    }
    Buffers buffers = new Buffers(validity, offsets, sizes, values, data);
    Node node = like(count, buffers, children, dictionary, stored);
    node.contentChecked = contentChecked;
    return node;
  }

  /// Whether a value may be null, as far as buffers and children tell.
  static boolean mayHaveNulls(Kind kind, long length, Buffers buffers, List<Node> children) {
    return switch (kind) {
      case NULL -> length > 0;
      case UNION ->
          buffers.validity().byteSize() > 0 || children.stream().anyMatch(child -> child.hasNulls);
      case RUN_END_ENCODED -> children.getLast().hasNulls;
      default -> buffers.validity().byteSize() > 0;
    };
  }

  /// This node, after making sure that its content can be read without surprise.
  public Node checked() {
    if (!contentChecked) {
      if (corruption != null) {
        throw corruption;
      }
      Content.check(this);
      contentChecked = true;
    }
    return this;
  }

  /// A node of the same column whose content was found to be corrupt.
  public Node corrupt(MalformedDataException found) {
    Node node = like(0, Buffers.of(MemorySegment.NULL, MemorySegment.NULL), children, dictionary);
    node.contentChecked = false;
    node.corruption = found;
    return node;
  }

  /// This column, whose content is checked, in Arrow's layout: always the same object, by which
  /// others know a dictionary again.
  public ArrayData arrayData() {
    ArrayData known = arrayData;
    return known == null ? deliver() : known;
  }

  private synchronized ArrayData deliver() {
    ArrayData made = arrayData;
    if (made == null) {
      made = Delivery.of(this);
      arrayData = made;
    }
    return made;
  }

  public boolean isCorrupt() {
    return corruption != null;
  }

  public boolean isNull(long place) {
    return hasNulls && (nullInside ? isNullInside(place) : isUnset(place));
  }

  /// Whether the validity bitmap, which must be there, marks a value as null.
  private boolean isUnset(long place) {
    return (validity.get(Layouts.BYTE, place >> 3) >> (place & 7) & 1) == 0;
  }

  private boolean isNullInside(long place) {
    return switch (kind) {
      case UNION ->
          isMarkedNull(place) || Unions.child(this, place).isNull(Unions.place(this, place));
      case RUN_END_ENCODED -> children.getLast().isNull(Runs.find(this, place));
      default -> true;
    };
  }

  /// Whether the node's own bitmap marks a value as null.
  boolean isMarkedNull(long place) {
    return validity.byteSize() > 0 && isUnset(place);
  }

  public boolean bit(long place) {
    return (values.get(Layouts.BYTE, place >> 3) >> (place & 7) & 1) != 0;
  }

  /// An offset; of a column whose values lie side by side, `place == length` gives the end of the
  /// last one. A column without values may come without offsets.
  public long offset(long place) {
    return length == 0 ? 0 : offset(offsets, place);
  }

  private long offset(MemorySegment from, long place) {
    return wide ? from.get(Layouts.LONG, place << 3) : int32(from, place << 2);
  }

  /// Behind the last element of a list, or the last byte of a value that lies beside the next.
  public long end(long place) {
    return scattered ? offset(place) + size(place) : offset(place + 1);
  }

  /// How many elements a list of a list view has.
  long size(long place) {
    return offset(sizes, place);
  }

  /// Reads 32 bits, so that they may be widened to 64.
  ///
  /// The compiler would join a load and a widening in one instruction, `movslq`. If that meets the
  /// end of a truncated file, HotSpot for x86 aborts instead of throwing:
  /// `Assembler::locate_operand` of JDK 25 does not know it. The mask stands between the two, and
  /// costs nothing to measure.
  public int int32(MemorySegment from, long at) {
    return from.get(Layouts.INT, at) & ones;
  }

  /// Reads 8 bits with their sign, so that they may choose an element of an array.
  ///
  /// Code that has met the end of a truncated file goes on with any value for a while. The compiler
  /// knows the range of a byte, and drops the checks that it makes needless, also those of arrays
  /// and of boxes: any value would then crash the JVM. It does not know the range of this.
  int int8(MemorySegment from, long at) {
    return from.get(Layouts.BYTE, at) & ones;
  }

  /// A whole number of any width, or a dictionary index; `uint64` as stored.
  public long integer(long place) {
    return switch (width) {
      case 1 -> values.get(Layouts.BYTE, place) & longMask;
      case 2 -> values.get(Layouts.SHORT, place << 1) & longMask;
      case 4 -> int32(values, place << 2) & longMask;
      default -> values.get(Layouts.LONG, place << 3);
    };
  }

  /// File, part and column, for errors.
  public String where() {
    return part + ", column '" + path + "'";
  }

  MalformedDataException malformed(long place, String found, String expected) {
    return new MalformedDataException(where() + ", row " + place, found, expected);
  }

  /// What an access beyond the end of a mapped file means; other errors of the JVM pass through.
  public RuntimeException fault(InternalError error) {
    return Fault.translate(error, where());
  }
}
