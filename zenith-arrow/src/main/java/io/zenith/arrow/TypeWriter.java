package io.zenith.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import io.zenith.schema.DataType;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.TimeUnit;
import io.zenith.schema.UnionMode;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.BinaryView;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.LargeBinary;
import org.apache.arrow.flatbuf.LargeList;
import org.apache.arrow.flatbuf.LargeListView;
import org.apache.arrow.flatbuf.LargeUtf8;
import org.apache.arrow.flatbuf.List;
import org.apache.arrow.flatbuf.ListView;
import org.apache.arrow.flatbuf.Map;
import org.apache.arrow.flatbuf.Null;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RunEndEncoded;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Union;
import org.apache.arrow.flatbuf.Utf8;
import org.apache.arrow.flatbuf.Utf8View;

/// Writes the type of one field, without its children.
///
/// @param out where to
record TypeWriter(FlatBufferBuilder out) {

  /// Which table [#parameters] writes. That of a dictionary column is the type of its values.
  static byte id(DataType type) {
    return switch (type) {
      case DataType.Null _ -> Type.Null;
      case DataType.Bool _ -> Type.Bool;
      case DataType.Int _ -> Type.Int;
      case DataType.FloatingPoint _ -> Type.FloatingPoint;
      case DataType.Decimal _ -> Type.Decimal;
      case DataType.Utf8 _ -> Type.Utf8;
      case DataType.LargeUtf8 _ -> Type.LargeUtf8;
      case DataType.Utf8View _ -> Type.Utf8View;
      case DataType.Binary _ -> Type.Binary;
      case DataType.LargeBinary _ -> Type.LargeBinary;
      case DataType.BinaryView _ -> Type.BinaryView;
      case DataType.FixedSizeBinary _ -> Type.FixedSizeBinary;
      case DataType.Date _ -> Type.Date;
      case DataType.Time _ -> Type.Time;
      case DataType.Timestamp _ -> Type.Timestamp;
      case DataType.Duration _ -> Type.Duration;
      case DataType.Interval _ -> Type.Interval;
      case DataType.List _ -> Type.List;
      case DataType.LargeList _ -> Type.LargeList;
      case DataType.ListView _ -> Type.ListView;
      case DataType.LargeListView _ -> Type.LargeListView;
      case DataType.FixedSizeList _ -> Type.FixedSizeList;
      case DataType.Struct _ -> Type.Struct_;
      case DataType.Map _ -> Type.Map;
      case DataType.Union _ -> Type.Union;
      case DataType.RunEndEncoded _ -> Type.RunEndEncoded;
      case DataType.Dictionary dictionary -> id(dictionary.value());
    };
  }

  /// Writes the parameters of a type.
  ///
  /// @return where they are
  int parameters(DataType type) {
    switch (type) {
      case DataType.Null _ -> Null.startNull(out);
      case DataType.Bool _ -> Bool.startBool(out);
      case DataType.Utf8 _ -> Utf8.startUtf8(out);
      case DataType.LargeUtf8 _ -> LargeUtf8.startLargeUtf8(out);
      case DataType.Utf8View _ -> Utf8View.startUtf8View(out);
      case DataType.Binary _ -> Binary.startBinary(out);
      case DataType.LargeBinary _ -> LargeBinary.startLargeBinary(out);
      case DataType.BinaryView _ -> BinaryView.startBinaryView(out);
      case DataType.List _ -> List.startList(out);
      case DataType.LargeList _ -> LargeList.startLargeList(out);
      case DataType.ListView _ -> ListView.startListView(out);
      case DataType.LargeListView _ -> LargeListView.startLargeListView(out);
      case DataType.Struct _ -> Struct_.startStruct_(out);
      case DataType.RunEndEncoded _ -> RunEndEncoded.startRunEndEncoded(out);
      case DataType.Int integer -> {
        return integer(integer);
      }
      case DataType.FloatingPoint(int bits) -> {
        return FloatingPoint.createFloatingPoint(out, precision(bits));
      }
      case DataType.Decimal decimal -> {
        return Decimal.createDecimal(out, decimal.precision(), decimal.scale(), decimal.bits());
      }
      case DataType.FixedSizeBinary(int width) -> {
        return FixedSizeBinary.createFixedSizeBinary(out, width);
      }
      case DataType.Date(int bits) -> {
        return Date.createDate(out, bits == Integer.SIZE ? DateUnit.DAY : DateUnit.MILLISECOND);
      }
      case DataType.Time time -> {
        return Time.createTime(out, unit(time.unit()), time.bits());
      }
      case DataType.Timestamp(TimeUnit unit, var zone) -> {
        int name = zone.isPresent() ? out.createString(zone.get()) : 0;
        return Timestamp.createTimestamp(out, unit(unit), name);
      }
      case DataType.Duration(TimeUnit unit) -> {
        return Duration.createDuration(out, unit(unit));
      }
      case DataType.Interval(IntervalUnit unit) -> {
        return Interval.createInterval(out, unit(unit));
      }
      case DataType.FixedSizeList(_, int size) -> {
        return FixedSizeList.createFixedSizeList(out, size);
      }
      case DataType.Map map -> {
        return Map.createMap(out, map.keysSorted());
      }
      case DataType.Union union -> {
        return union(union);
      }
      case DataType.Dictionary dictionary -> {
        return parameters(dictionary.value());
      }
    }
    return out.endTable();
  }

  int integer(DataType.Int type) {
    return Int.createInt(out, type.bits(), type.signed());
  }

  private int union(DataType.Union union) {
    int[] ids = union.typeIds().stream().mapToInt(Integer::intValue).toArray();
    int vector = Union.createTypeIdsVector(out, ids);
    short mode =
        union.mode() == UnionMode.DENSE
            ? org.apache.arrow.flatbuf.UnionMode.Dense
            : org.apache.arrow.flatbuf.UnionMode.Sparse;
    return Union.createUnion(out, mode, vector);
  }

  private static short precision(int bits) {
    return bits == 16 ? Precision.HALF : bits == 32 ? Precision.SINGLE : Precision.DOUBLE;
  }

  private static short unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> org.apache.arrow.flatbuf.TimeUnit.SECOND;
      case MILLISECOND -> org.apache.arrow.flatbuf.TimeUnit.MILLISECOND;
      case MICROSECOND -> org.apache.arrow.flatbuf.TimeUnit.MICROSECOND;
      case NANOSECOND -> org.apache.arrow.flatbuf.TimeUnit.NANOSECOND;
    };
  }

  private static short unit(IntervalUnit unit) {
    return switch (unit) {
      case YEAR_MONTH -> org.apache.arrow.flatbuf.IntervalUnit.YEAR_MONTH;
      case DAY_TIME -> org.apache.arrow.flatbuf.IntervalUnit.DAY_TIME;
      case MONTH_DAY_NANO -> org.apache.arrow.flatbuf.IntervalUnit.MONTH_DAY_NANO;
    };
  }
}
