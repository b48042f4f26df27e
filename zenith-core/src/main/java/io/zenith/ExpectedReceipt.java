package io.zenith;

import io.zenith.internal.order.Order;

/// Sums up the receipt of an epoch over all ranks, from the order alone.
final class ExpectedReceipt {
  private ExpectedReceipt() {}

  static Receipt of(Order order, FileRows files, int epoch) {
    ReceiptSum sum = new ReceiptSum();
    order
        .rowNumbers(epoch)
        .forEach((range, rows) -> {
          for (int i = 0; i < range.count(); i++) {
            long position = order.position(range.lane(), range.from() + i);
            int file = files.file(rows[i]);
            sum.add(epoch, position, file, rows[i] - files.first(file));
          }
        });
    return sum.receipt();
  }
}
