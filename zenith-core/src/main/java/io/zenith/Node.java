package io.zenith;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One column of one record batch, with what the hot loops need in final fields.
///
/// Sizes are checked when it is made ([Layout]); what costs a pass over the data ([Content]) is
/// checked at first use.
final class Node {
  private static final DataType UINT64 = new DataType.Int(64, false);

  /// How indices are stored in nodes of our own, whatever the type says: joined dictionaries may be
  /// larger than any of their parts.
  private static final DataType INDEX = new DataType.Int(32, true);

  final Field field;
  final Kind kind;
  final long length;
  final boolean hasNulls;
  final MemorySegment validity;
  final MemorySegment offsets;
  final MemorySegment values;
  final List<Node> children;
  final @Nullable Node dictionary;

  /// Bytes a value where they are fixed, else 0; of a dictionary column, bytes an index.
  final int width;

  /// All ones for signed values, ones in the low bits for unsigned: `value & mask` widens rightly.
  final int mask;

  /// As `mask`, for 32-bit values that are widened to 64, and for indices.
  final long longMask;

  /// All ones, which no compiler knows, since it is set in the constructor: see [#int32].
  private final int ones;

  /// Whether 64-bit values above 2^63 - 1 are stored as negative ones.
  final boolean unsignedLong;

  /// File and part of it, for errors.
  private final String part;

  /// The column, and the way to this node in it.
  private final ColumnPath path;

  /// A pass over the data that finds nothing twice does no harm, so this is plain on purpose.
  private boolean contentChecked;

  /// What a copy could not be made for.
  private @Nullable MalformedDataException corruption;

  private Node(
      Field field,
      long length,
      boolean hasNulls,
      List<MemorySegment> buffers,
      List<Node> children,
      @Nullable Node dictionary,
      int width,
      DataType stored,
      String part,
      ColumnPath path) {
    this.field = field;
    this.kind = Kind.of(field.type());
    this.length = length;
    this.hasNulls = hasNulls;
    this.validity = buffers.get(0);
    this.offsets = buffers.get(1);
    this.values = buffers.get(2);
    this.children = children;
    this.dictionary = dictionary;
    this.width = width;
    this.mask = (int) unsignedMask(stored, 31);
    this.longMask = unsignedMask(stored, 63);
    this.unsignedLong = stored.equals(UINT64);
    this.ones = -1;
    this.part = part;
    this.path = path;
  }

  /// A node over buffers whose sizes are checked, and whose content is not.
  ///
  /// @param buffers validity, offsets and values, each empty where the type has none
  static Node of(
      Field field,
      long length,
      boolean hasNulls,
      List<MemorySegment> buffers,
      List<Node> children,
      @Nullable Node dictionary,
      String part,
      ColumnPath path) {
    DataType stored = stored(field.type());
    int width = widthOf(stored);
    return new Node(
        field, length, hasNulls, buffers, children, dictionary, width, stored, part, path);
  }

  /// A node for the same column over buffers that were made from checked ones.
  Node like(
      long newLength,
      List<MemorySegment> buffers,
      List<Node> newChildren,
      @Nullable Node newDictionary) {
    boolean nulls = buffers.getFirst().byteSize() > 0;
    DataType stored = newDictionary == null ? field.type() : INDEX;
    int newWidth = widthOf(stored);
    Node node =
        new Node(
            field,
            newLength,
            nulls,
            buffers,
            newChildren,
            newDictionary,
            newWidth,
            stored,
            part,
            path);
    node.contentChecked = true;
    return node;
  }

  private static DataType stored(DataType type) {
    return type instanceof DataType.Dictionary dictionary ? dictionary.index() : type;
  }

  /// Bytes a value of a type as it is stored, 0 where they are not fixed or no whole bytes.
  static int widthOf(DataType type) {
    return switch (stored(type)) {
      case DataType.FixedSizeBinary(int byteWidth) -> byteWidth;
      case DataType plain -> Kind.of(plain).width;
    };
  }

  /// The low bits of an unsigned type of at most `limit` bits, else all ones.
  private static long unsignedMask(DataType stored, int limit) {
    return stored instanceof DataType.Int(int bits, boolean signed) && !signed && bits <= limit
        ? (1L << bits) - 1
        : -1L;
  }

  /// This node, after making sure that its content can be read without surprise.
  Node checked() {
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
  Node corrupt(MalformedDataException found) {
    Node node = like(0, List.of(validity, offsets, values), children, dictionary);
    node.contentChecked = false;
    node.corruption = found;
    return node;
  }

  boolean isCorrupt() {
    return corruption != null;
  }

  boolean isNull(long place) {
    return hasNulls && (validity.get(Layouts.BYTE, place >> 3) >> (place & 7) & 1) == 0;
  }

  boolean bit(long place) {
    return (values.get(Layouts.BYTE, place >> 3) >> (place & 7) & 1) != 0;
  }

  /// Where the bytes or elements of a value begin; `place == length` gives the end of the last one.
  /// A column without values may come without offsets.
  int offset(long place) {
    return length == 0 ? 0 : int32(offsets, place << 2);
  }

  /// Reads 32 bits, so that they may be widened to 64.
  ///
  /// The compiler would join a load and a widening in one instruction, `movslq`. If that meets the
  /// end of a truncated file, HotSpot for x86 aborts instead of throwing:
  /// `Assembler::locate_operand` of JDK 25 does not know it. The mask stands between the two, and
  /// costs nothing to measure.
  int int32(MemorySegment from, long at) {
    return from.get(Layouts.INT, at) & ones;
  }

  /// A whole number of any width, or a dictionary index; `uint64` as stored.
  long integer(long place) {
    return switch (width) {
      case 1 -> values.get(Layouts.BYTE, place) & longMask;
      case 2 -> values.get(Layouts.SHORT, place << 1) & longMask;
      case 4 -> int32(values, place << 2) & longMask;
      default -> values.get(Layouts.LONG, place << 3);
    };
  }

  /// File, part and column, for errors.
  String where() {
    return part + ", column '" + path + "'";
  }

  MalformedDataException malformed(long place, String found, String expected) {
    return new MalformedDataException(where() + ", row " + place, found, expected);
  }

  /// What an access beyond the end of a mapped file means; other errors of the JVM pass through.
  RuntimeException fault(InternalError error) {
    return Fault.translate(error, where());
  }
}
