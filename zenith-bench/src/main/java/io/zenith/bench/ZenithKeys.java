package io.zenith.bench;

import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.ColumnKey;
import io.zenith.DataLoader;
import io.zenith.DoubleColumn;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import io.zenith.IntColumn;
import io.zenith.LongColumn;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// The keys of all columns that become arrays, by class: a training loop would name them one by
/// one.
record ZenithKeys(
    List<ColumnKey<ByteColumn>> bytes,
    List<ColumnKey<IntColumn>> ints,
    List<ColumnKey<LongColumn>> longs,
    List<ColumnKey<FloatColumn>> floats,
    List<ColumnKey<DoubleColumn>> doubles,
    List<ColumnKey<FixedSizeListColumn>> lists) {

  static ZenithKeys of(DataLoader loader) {
    return new ZenithKeys(
        keys(loader, ByteColumn.class, type -> isInt(type, 8)),
        keys(loader, IntColumn.class, type -> isInt(type, 32)),
        keys(loader, LongColumn.class, type -> isInt(type, 64)),
        keys(loader, FloatColumn.class, type -> isFloat(type, 32)),
        keys(loader, DoubleColumn.class, type -> isFloat(type, 64)),
        keys(loader, FixedSizeListColumn.class, DataType.FixedSizeList.class::isInstance));
  }

  /// All of them.
  List<ColumnKey<?>> all() {
    List<ColumnKey<?>> all = new ArrayList<>();
    all.addAll(bytes);
    all.addAll(ints);
    all.addAll(longs);
    all.addAll(floats);
    all.addAll(doubles);
    all.addAll(lists);
    return all;
  }

  private static <C extends Column> List<ColumnKey<C>> keys(
      DataLoader loader, Class<C> columnClass, Predicate<DataType> wanted) {
    return loader.schema().fields().stream()
        .filter(field -> wanted.test(field.type()))
        .map(Field::name)
        .map(name -> loader.key(name, columnClass))
        .toList();
  }

  private static boolean isInt(DataType type, int bits) {
    return type instanceof DataType.Int number && number.bits() == bits;
  }

  private static boolean isFloat(DataType type, int bits) {
    return type instanceof DataType.FloatingPoint number && number.bits() == bits;
  }
}
