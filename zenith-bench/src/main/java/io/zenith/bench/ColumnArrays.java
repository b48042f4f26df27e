package io.zenith.bench;

import java.util.Arrays;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/// A column of a row group in arrays that are used again, as parquet-java's column API gives its
/// values: one by one.
final class ColumnArrays {
  private PrimitiveTypeName type = PrimitiveTypeName.INT64;
  private int count;
  private boolean[] nulls = {};
  private long[] longs = {};
  private int[] ints = {};
  private float[] floats = {};

  /// Text, one value behind the other, and where each ends.
  private byte[] bytes = {};

  private int[] ends = {};

  /// Reads all values.
  void read(ColumnReader column, int rows) {
    type = column.getDescriptor().getPrimitiveType().getPrimitiveTypeName();
    count = rows;
    nulls = nulls.length < count ? new boolean[count] : nulls;
    int defined = column.getDescriptor().getMaxDefinitionLevel();
    switch (type) {
      case INT64 -> {
        longs = longs.length < count ? new long[count] : longs;
        for (int row = 0; row < count; row++, column.consume()) {
          nulls[row] = column.getCurrentDefinitionLevel() < defined;
          longs[row] = nulls[row] ? 0 : column.getLong();
        }
      }
      case INT32 -> {
        ints = ints.length < count ? new int[count] : ints;
        for (int row = 0; row < count; row++, column.consume()) {
          nulls[row] = column.getCurrentDefinitionLevel() < defined;
          ints[row] = nulls[row] ? 0 : column.getInteger();
        }
      }
      case FLOAT -> {
        floats = floats.length < count ? new float[count] : floats;
        for (int row = 0; row < count; row++, column.consume()) {
          nulls[row] = column.getCurrentDefinitionLevel() < defined;
          floats[row] = nulls[row] ? 0 : column.getFloat();
        }
      }
      case BINARY -> {
        ends = ends.length < count ? new int[count] : ends;
        int end = 0;
        for (int row = 0; row < count; row++, column.consume()) {
          nulls[row] = column.getCurrentDefinitionLevel() < defined;
          end = nulls[row] ? end : append(column.getBinary(), end);
          ends[row] = end;
        }
      }
      default -> throw new BenchFailure(column.getDescriptor() + " is in none of the files");
    }
  }

  private int append(Binary value, int end) {
    int after = end + value.length();
    if (after > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(after, 2 * bytes.length));
    }
    value.toByteBuffer().get(bytes, end, value.length());
    return after;
  }

  /// Adds the values, as [LoaderPasses#checksums] does.
  void addTo(ColumnChecksums checksums, String name) {
    for (int row = 0; row < count; row++) {
      switch (type) {
        case INT64 -> checksums.column(name).add(longs[row]);
        case INT32 -> checksums.column(name).add(Integer.toUnsignedLong(ints[row]));
        case FLOAT -> {
          if (nulls[row]) {
            checksums.column(name).add(0L);
          } else {
            checksums.column(name).add(floats[row]);
          }
        }
        default -> {
          int from = row == 0 ? 0 : ends[row - 1];
          checksums.column(name + " lengths").add(ends[row] - from);
          for (int at = from; at < ends[row]; at++) {
            checksums.column(name).add(bytes[at] & 0xFFL);
          }
        }
      }
    }
  }
}
