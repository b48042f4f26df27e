package io.zenith.parquet;

import java.util.Arrays;

/// Numbers, of which the last ones are taken away first.
final class LongStack {
  private long[] numbers = new long[16];
  private int size;

  int size() {
    return size;
  }

  long get(int place) {
    return numbers[place];
  }

  void push(long number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
  }

  /// Takes away all from one on.
  void cut(int first) {
    size = first;
  }

  /// Sorts those from one on.
  void sort(int first) {
    Arrays.sort(numbers, first, size);
  }
}
