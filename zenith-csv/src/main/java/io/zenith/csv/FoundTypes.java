package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;
import java.util.Optional;

/// The types that hold all of some values.
///
/// @param types a bit for each; text, which holds any value, has none
/// @param hasValues whether there were values at all
record FoundTypes(int types, boolean hasValues) {
  static final int BOOL = 1;
  static final int INT64 = 2;
  static final int DOUBLE = 4;
  static final int DATE = 8;
  static final int TIMESTAMP = 16;
  static final int TIMESTAMP_UTC = 32;

  /// What holds no values: anything.
  static final FoundTypes OF_NONE = new FoundTypes(63, false);

  /// Those that hold other values as well.
  FoundTypes and(FoundTypes others) {
    return new FoundTypes(types & others.types, hasValues || others.hasValues);
  }

  /// The first of the types; text if there were no values.
  DataType first() {
    int left = hasValues ? types : 0;
    return switch (Integer.lowestOneBit(left)) {
      case BOOL -> new DataType.Bool();
      case INT64 -> new DataType.Int(Long.SIZE, true);
      case DOUBLE -> new DataType.FloatingPoint(Double.SIZE);
      case DATE -> new DataType.Date(Integer.SIZE);
      case TIMESTAMP -> new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.empty());
      case TIMESTAMP_UTC -> new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.of("UTC"));
      default -> new DataType.Utf8();
    };
  }
}
