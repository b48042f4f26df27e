package io.zenith.csv;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Of the ends of fields, those between which the fields of some columns lie. For one thread.
///
/// The ends in a block of text are a bit each. Which of them are wanted depends only on the field
/// that the block begins in, so that a word for each field says it: as many of its lowest bits as
/// there are ends, put where those are. Processors have an instruction for that.
final class ChosenFields {
  /// Of each column that is read the number of the end before its field, where that of the record
  /// before is 0.
  private final int[] first;

  private final int ends;

  /// For each field that a block may begin in, which of the ends that follow are wanted.
  private final long[] wanted;

  /// The field behind so many ends from the first field on, or from a later one.
  private final int[] fieldBehind;

  /// That the next block begins in.
  private int field;

  private ChosenFields(int fields, BitSet chosen) {
    this.ends = chosen.cardinality();
    this.first = new int[fields];
    for (int column = 1; column < fields; column++) {
      first[column] = first[column - 1] + (chosen.get(column - 1) ? 1 : 0);
    }
    this.wanted = new long[fields];
    this.fieldBehind = new int[fields + Marks.BLOCK + 1];
    Arrays.setAll(fieldBehind, i -> i % fields);
    for (int i = Marks.BLOCK - 1; i >= 0; i--) {
      wanted[0] = (wanted[0] << 1) | (chosen.get(i % fields) ? 1 : 0);
    }
    long behind = wanted[0];
    for (int i = fields - 1; i > 0; i--) {
      behind = (behind << 1) | (chosen.get(i) ? 1 : 0);
      wanted[i] = behind;
    }
  }

  /// What is wanted of records, if that is little of them; else nothing: then all ends are.
  ///
  /// @param columns that are read
  static @Nullable ChosenFields of(int fields, int... columns) {
    BitSet chosen = new BitSet(fields);
    chosen.set(fields - 1); // the end of the record
    for (int column : columns) {
      chosen.set(column);
      if (column > 0) {
        chosen.set(column - 1);
      }
    }
    return 2 * chosen.cardinality() > fields ? null : new ChosenFields(fields, chosen);
  }

  /// Begins with the first field of a record.
  void begin() {
    field = 0;
  }

  /// Goes on over a block.
  ///
  /// @param marks of all ends in it
  /// @return those that are wanted
  long of(long marks) {
    long kept = Long.expand(wanted[field], marks);
    field = fieldBehind[field + Long.bitCount(marks)];
    return kept;
  }

  /// How many ends are wanted of each record.
  int ends() {
    return ends;
  }

  /// Which of them comes before the field of a column that is read: 0 is that of the record before.
  int first(int column) {
    return first[column];
  }
}
