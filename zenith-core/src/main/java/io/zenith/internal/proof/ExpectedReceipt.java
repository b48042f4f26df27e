package io.zenith.internal.proof;

import io.zenith.internal.order.Order;
import io.zenith.internal.pipeline.WantedRows;

/// Sums up the receipt of an epoch over all ranks, from the order alone.
public final class ExpectedReceipt {
  private ExpectedReceipt() {}

  public static ReceiptSum of(Order order, WantedRows wanted, FileRows files, int epoch) {
    ReceiptSum sum = new ReceiptSum();
    order
        .rowNumbers(epoch)
        .forEach((range, rows) -> {
          int count = (int) range.count();
          long[] positions = new long[count];
          long[] numbers = new long[count];
          for (int i = 0; i < count; i++) {
            positions[i] = order.position(range.lane(), range.from() + i);
            numbers[i] = wanted.number(rows[i]);
          }
          files.addTo(sum, epoch, positions, numbers, 0, count);
        });
    return sum;
  }
}
