package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.UnionMode;
import org.apache.arrow.flatbuf.MetadataVersion;

/// Which buffers a field has in a batch, without those of its children: a validity bitmap, then
/// others.
enum FieldBuffers {
  /// Null.
  NONE(Validity.NEVER, 0),
  /// Run-end encoded: in metadata before V5, which it came after, Arrow C++ gives it a bitmap all
  /// the same, that says nothing.
  RUN_END_ENCODED(Validity.BEFORE_V5, 0),
  /// Structs and fixed-size lists.
  VALIDITY(Validity.ALWAYS, 0),
  /// And values, indices or offsets.
  VALUES(Validity.ALWAYS, 1),
  /// And offsets and bytes, or offsets and sizes.
  OFFSETS_AND_MORE(Validity.ALWAYS, 2),
  /// And views, then as many data buffers as the batch says.
  VIEWS(Validity.ALWAYS, 1),
  /// And type ids.
  SPARSE_UNION(Validity.BEFORE_V5, 1),
  /// And type ids and offsets.
  DENSE_UNION(Validity.BEFORE_V5, 2);

  /// When the first buffer is a validity bitmap.
  private enum Validity {
    ALWAYS,
    NEVER,
    /// Since metadata V5 a row is null where its value is.
    BEFORE_V5
  }

  private final Validity validity;
  private final int others;

  FieldBuffers(Validity validity, int others) {
    this.validity = validity;
    this.others = others;
  }

  /// Which buffers a field of this type has.
  static FieldBuffers of(DataType type) {
    return switch (type) {
      case DataType.Null _ -> NONE;
      case DataType.RunEndEncoded _ -> RUN_END_ENCODED;
      case DataType.Struct _, DataType.FixedSizeList _ -> VALIDITY;
      case DataType.Bool _,
          DataType.Int _,
          DataType.FloatingPoint _,
          DataType.Decimal _,
          DataType.FixedSizeBinary _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Duration _,
          DataType.Interval _,
          DataType.List _,
          DataType.LargeList _,
          DataType.Map _,
          DataType.Dictionary _ ->
          VALUES;
      case DataType.Utf8 _,
          DataType.LargeUtf8 _,
          DataType.Binary _,
          DataType.LargeBinary _,
          DataType.ListView _,
          DataType.LargeListView _ ->
          OFFSETS_AND_MORE;
      case DataType.Utf8View _, DataType.BinaryView _ -> VIEWS;
      case DataType.Union union -> union.mode() == UnionMode.SPARSE ? SPARSE_UNION : DENSE_UNION;
    };
  }

  /// Whether the first buffer in batches of a metadata version is a validity bitmap.
  boolean hasValidity(short version) {
    return switch (validity) {
      case ALWAYS -> true;
      case NEVER -> false;
      case BEFORE_V5 -> version < MetadataVersion.V5;
    };
  }

  /// How many buffers there are in batches of a metadata version, without the data of views.
  int count(short version) {
    return others + (hasValidity(version) ? 1 : 0);
  }

  /// How many there are besides the validity bitmap, without the data of views.
  int others() {
    return others;
  }
}
