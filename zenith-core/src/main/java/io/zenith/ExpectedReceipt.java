package io.zenith;

import io.zenith.internal.order.Order;
import io.zenith.internal.pipeline.WantedRows;

/// Sums up the receipt of an epoch over all ranks, from the order alone.
final class ExpectedReceipt {
  private ExpectedReceipt() {}

  static Receipt of(Order order, WantedRows wanted, FileRows files, int epoch) {
    ReceiptSum sum = new ReceiptSum();
    order
        .rowNumbers(epoch)
        .forEach((range, rows) -> {
          for (int i = 0; i < range.count(); i++) {
            long position = order.position(range.lane(), range.from() + i);
            files.addTo(sum, epoch, position, wanted.number(rows[i]));
          }
        });
    return sum.receipt();
  }
}
